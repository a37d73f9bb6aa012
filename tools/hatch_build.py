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
        if (root / "web" / "package.json").exists() and not (root / "src/tepui/server/static/index.html").exists():
            self.app.display_warning(
                "the front end is not built (run `python3 dev.py setup`); the wheel has the plain page"
            )
        if os.environ.get("TEPUI_PURE") == "1":
            return
        from compile_rules import compile_rules

        from tepui.compile import CannotCompile

        out = root / "build" / "wheel"
        try:
            files = compile_rules(out)
        except CannotCompile as reason:
            if os.environ.get("TEPUI_PURE") == "0":  # for releases: never an interpreted wheel by accident
                raise
            self.app.display_warning(f"{reason}; this wheel runs its rules interpreted")
            return
        for file in files:
            build_data["force_include"][str(out / file)] = f"tepui/{file}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
