"""What is in a release, as a list that programs read: CycloneDX, put into the wheel at `.dist-info/sboms/` (PEP 770).

    python tools/sbom.py > tepui.cdx.json

It names what the wheel holds (Tepui and what is built into its pages) and what a server is tested with (the versions
and hashes of requirements.lock). No time and no random number is in it, so that two builds are equal.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILT_IN = ("svelte",)  # of the development packages: its runtime is in the built pages


def version() -> str:
    found = re.search(r'__version__ = "([^"]+)"', (ROOT / "src/tepui/__init__.py").read_text("utf-8"))
    assert found, "src/tepui/__init__.py names no version"
    return found[1]


def python_packages() -> list[dict[str, Any]]:
    text = (ROOT / "requirements.lock").read_text("utf-8").replace("\\\n", " ")
    found = []
    for name, number, rest in re.findall(r"^([\w.-]+)==([^\s;]+)(.*)$", text, re.M):
        hashes = [{"alg": "SHA-256", "content": one} for one in sorted(re.findall(r"--hash=sha256:(\w+)", rest))]
        address = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{number}"
        found.append(
            {"type": "library", "bom-ref": address, "name": name, "version": number, "purl": address, "hashes": hashes}
        )
    return found


def page_packages() -> list[dict[str, Any]]:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    found = []
    for path, package in sorted(lock["packages"].items()):
        name = path.rpartition("node_modules/")[2]
        if name and (not package.get("dev") or name in BUILT_IN):
            address = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
            one = {"type": "library", "bom-ref": address, "name": name, "version": package["version"], "purl": address}
            found.append(one | {"properties": [{"name": "tepui:part-of", "value": "tepui/server/static"}]})
    return found


def sbom() -> str:
    this = f"pkg:pypi/tepui@{version()}"
    parts = [*python_packages(), *page_packages()]
    text = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": this,
                "name": "tepui",
                "version": version(),
                "purl": this,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": parts,
        "dependencies": [{"ref": this, "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    return json.dumps(text, indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(sbom())
