"""What goes into a release beside the sources: message catalogues, built pages, compiled rules, the list of parts."""

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
        if not ((root / "PKG-INFO").exists() and (root / "src/tepui/server/static").is_dir()):  # an sdist has them
            from dev import build_web

            build_web()  # if Node is there; it says so if not, and `tepui serve` says it again
        if self.target_name == "sdist":
            return
        from sbom import sbom

        parts = root / "build" / "tepui.cdx.json"
        parts.parent.mkdir(exist_ok=True)
        parts.write_text(sbom(), "utf-8")
        build_data["sbom_files"].append(str(parts.relative_to(root)))
        if os.environ.get("TEPUI_PURE") == "1":
            return
        from compile_rules import for_a_wheel, why_not

        from tepui.compile import MEMORY, CannotCompile

        out, compiled = root / "build" / "wheel", True
        try:
            files = for_a_wheel(out)
        except CannotCompile as reason:
            if os.environ.get("TEPUI_PURE") == "0":  # for releases: never an interpreted wheel by accident
                raise
            self.app.display_warning(f"{reason}; this wheel runs its rules interpreted")
            files, compiled = why_not(reason, out), False
        for lies, belongs in files.items():
            if belongs.name == MEMORY and os.environ.get("SOURCE_DATE_EPOCH"):
                continue  # it is full of dates, and no release that can be made again may hold it
            build_data["force_include"][str(lies)] = f"tepui/{belongs}"
        build_data["pure_python"] = not compiled
        build_data["infer_tag"] = compiled
