"""A clean clone, installed with `pip install .` into a clean environment, plays and serves with compiled rules.

The other tests of a wheel may find what the checkout has compiled already. A build of pip's own finds nothing: what it
needs it takes from `[build-system] requires`, and a package that is missing there gives interpreted rules. It takes
minutes.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from try_wheel import PLAY, run, serve  # noqa: E402

with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    clone, bin_ = folder / "clone", folder / "venv" / "bin"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    run(sys.executable, "-m", "venv", folder / "venv")
    run(bin_ / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", clone)
    run(bin_ / "python", "-c", PLAY, "compiled")
    serve(bin_, folder / "data", full=shutil.which("npm") is not None, compiled=True)
print("`pip install .` of a clean clone plays with compiled rules")
