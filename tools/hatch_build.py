"""What goes into a wheel beside the sources: compiled rules, message catalogues, the built front end."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """`TEPUI_PURE=1` leaves the rules interpreted; `TEPUI_PURE=0` makes a missing compiler an error."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # dev.py does all of it in place
        root = Path(self.root)
        sys.path.insert(0, str(root / "tools"))
        from catalogues import compile_catalogues

        compile_catalogues(root / "src")
        sys.path.insert(0, str(root))
        from dev import build_web

        build_web()  # if Node is there; it says so if not, and `tepui serve` says it again
        if os.environ.get("TEPUI_PURE") == "1":
            return
        from compile_rules import for_a_wheel

        from tepui.compile import CannotCompile

        try:
            files = for_a_wheel(root / "build" / "wheel")
        except CannotCompile as reason:
            if os.environ.get("TEPUI_PURE") == "0":  # for releases: never an interpreted wheel by accident
                raise
            self.app.display_warning(f"{reason}; this wheel runs its rules interpreted")
            return
        for lies, belongs in files.items():
            build_data["force_include"][str(lies)] = f"tepui/{belongs}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
