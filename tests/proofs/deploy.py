"""nginx and Caddy understand the examples of tools/deploy: each reads its own file.

Where they are not installed, Debian's packages are fetched into a folder of this run and not installed.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "tools" / "deploy"
OWN = ("proxy", "fastcgi", "uwsgi", "scgi")  # folders of nginx's, which would lie in /var/lib


def program(name: str, packages: list[str], folder: Path) -> str:
    if found := shutil.which(name):
        return found
    subprocess.run(["apt-get", "-q", "download", *packages], cwd=folder, check=True, capture_output=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder / "root"], check=True)
        package.unlink()
    return str(next(path for path in (folder / "root").glob(f"usr/*bin/{name}")))


def nginx(folder: Path) -> None:
    binary = program("nginx", ["nginx"], folder)
    words = "req -x509 -newkey rsa:2048 -nodes -subj /CN=play.example.org -days 1".split()
    subprocess.run(["openssl", *words, "-keyout", folder / "k", "-out", folder / "c"], check=True, capture_output=True)
    for name in ("nginx.conf", "nginx-several.conf"):
        text = (DEPLOY / name).read_text("utf-8")
        text = text.replace("/etc/ssl/play.example.org.crt", str(folder / "c"))
        text = text.replace("/etc/ssl/play.example.org.key", str(folder / "k"))
        whole = folder / name
        own = "".join(f"{one}_temp_path {folder}/{one};\n" for one in ("client_body", *OWN))
        whole.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{own}{text}}}\n")
        said = subprocess.run([binary, "-t", "-c", whole, "-p", folder, "-e", "stderr"], capture_output=True, text=True)
        assert said.returncode == 0 and "test is successful" in said.stderr, said.stderr
        print(f"nginx understands {name}")


def caddy(folder: Path) -> None:
    binary = program("caddy", ["caddy"], folder)
    said = subprocess.run(
        [binary, "validate", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"],
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
    )
    assert said.returncode == 0 and "Valid configuration" in said.stdout + said.stderr, said.stderr
    print("Caddy understands Caddyfile")


for proof in (nginx, caddy):
    with tempfile.TemporaryDirectory() as name:
        proof(Path(name))
