"""Write the locks anew from pyproject.toml: `python3 tools/lock.py` (after `python3 dev.py setup`, which brings uv).

Names, versions and hashes only; where the packages come from is the business of whoever installs them.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = ROOT / ".tools" / "uv" / "bin" / "uv"
LOCKS = {
    "requirements-uv.lock": ["--group", "uv"],
    "requirements.lock": ["pyproject.toml", "--group", "build"],
    "requirements-dev.lock": [
        *"pyproject.toml --extra arena --extra postgres --group build --group dev".split(),
        *"-c requirements.lock".split(),
    ],
    "requirements-bench.lock": ["pyproject.toml", "--extra", "bench", "-c", "requirements.lock"],
    "requirements-docs.lock": ["pyproject.toml", "--extra", "docs", "-c", "requirements.lock"],
    "requirements-proofs.lock": [
        *"pyproject.toml --extra mcp --extra models --extra ray --extra research --group proofs".split(),
        *"-c requirements-dev.lock".split(),
    ],
    "requirements-learner.lock": [  # needs UV_FIND_LINKS or UV_INDEX with PyTorch for the CPU
        *"pyproject.toml --extra learners --group learner -c requirements-proofs.lock".split(),
    ],
}
PLAIN = (
    "--universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --quiet".split()
)

if __name__ == "__main__":
    upgrade = ["--upgrade"] if sys.argv[1:] == ["--upgrade"] else []
    for lock, wanted in LOCKS.items():
        command = [str(UV), "pip", "compile", *PLAIN, *upgrade, *wanted, "-o", lock]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "UV_SYSTEM_CERTS": "1"}, check=True)
        print(lock)
