"""The broken twins are modules that other processes find too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "twins"))
