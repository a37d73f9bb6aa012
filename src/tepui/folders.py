"""Where this system keeps a user's data: one folder, for the server's tables and the terminal's records."""

import os
import sys
from pathlib import Path


def user_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Tepui"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Tepui"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tepui"
