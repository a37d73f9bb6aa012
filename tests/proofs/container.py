"""The steps of the Containerfile, run without a container engine: in root folders of their own, with Linux namespaces.

    python3 dev.py proofs container

What a base image brings (a system with Python, a compiler and Node) is this machine's own, mounted so that it can only
be read. `apt-get` is therefore left out. All else runs as it is written: what the first stage builds, what is copied
from it, the user, the volume and the health check; the second stage can write to nothing but its volume and /tmp.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
SYSTEM = ["/usr", "/bin", "/lib", "/lib64", "/etc", "/sbin", sys.base_prefix]
OURS = ("/src", "/wheels", "/opt", "/data", "/tmp", "/root", "/proc", "/dev")


def steps() -> list[list[tuple[str, str]]]:
    """Of each stage: the instructions and what is behind them."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Containerfile").read_text("utf-8"))
    stages: list[list[tuple[str, str]]] = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            if word == "FROM":
                stages.append([])
            stages[-1].append((word, rest))
    return stages


class Stage:
    """A root folder with this machine's system below it."""

    def __init__(self, root: Path) -> None:
        self.root, self.env, self.folder, self.user = root, {"PATH": f"{sys.base_prefix}/bin:/usr/bin:/bin"}, "/", "0"
        for path in [*SYSTEM, *OURS]:
            (root / path.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def words(self, command: list[str], read_only: bool = False) -> list[str]:
        lines = ["set -e"]
        for path in SYSTEM:
            if Path(path).exists():
                lines += [f"mount --rbind {path} {self.root}{path}", f"mount -o remount,bind,ro {self.root}{path}"]
        lines += [f"mount --rbind /dev {self.root}/dev", f"mount -t proc proc {self.root}/proc"]
        if read_only:
            lines += [f"mount --bind {self.root}/opt {self.root}/opt", f"mount -o remount,bind,ro {self.root}/opt"]
        who = [] if self.user == "0" else ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        env = [f"{name}={value}" for name, value in self.env.items()]
        inside = ["env", "-i", *env, *who, "sh", "-c", f"cd {self.folder} && exec {shlex.join(command)}"]
        lines.append(f"exec chroot {self.root} {shlex.join(inside)}")
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", "\n".join(lines)]

    def run(self, command: str) -> None:
        """One RUN, without what a base image would have installed."""
        kept = [part for part in command.split(" && ") if "apt-get" not in part and "/var/lib/apt" not in part]
        if kept:
            subprocess.run(self.words(["sh", "-ec", " && ".join(kept)]), check=True)


def build(stage: Stage, instructions: list[tuple[str, str]], before: Stage | None) -> dict[str, str]:
    settings = {}
    for word, rest in instructions:
        if word == "WORKDIR":
            stage.folder = rest
        elif word == "ENV":
            for name, value in re.findall(r"(\w+)=(\S+)", rest):
                stage.env[name] = value.replace("$PATH", stage.env["PATH"])
        elif word == "COPY" and before is not None:
            source, target = rest.split()[1:]
            shutil.copytree(
                before.root / source.strip("/"), stage.root / target.strip("/"), dirs_exist_ok=True, symlinks=True
            )
        elif word == "COPY":
            listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT).decode().split("\0")
            for file in filter(None, listed):
                if (ROOT / file).exists():
                    (stage.root / "src" / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / file, stage.root / "src" / file)
        elif word == "RUN" and "useradd" in rest:  # this machine's /etc cannot be written: the folder is what counts
            os.chown(stage.root / "data", 10001, 10001)
        elif word == "RUN":
            print(f"RUN {rest[:90]}…", flush=True)
            stage.run(rest)
        elif word == "USER":
            stage.user = rest
        settings[word] = rest
    return settings


with tempfile.TemporaryDirectory() as name:
    roots = [Path(name) / "first", Path(name) / "second"]
    first, second = steps()
    builder, server = Stage(roots[0]), Stage(roots[1])
    ours = re.compile(
        r"PIP_|UV_|npm_config|SSL_CERT|REQUESTS_CA|https?_proxy|no_proxy", re.I
    )  # how packages are reached
    builder.env |= {"HOME": "/root", **{name: value for name, value in os.environ.items() if ours.match(name)}}
    build(builder, first, None)
    settings = build(server, second, builder)
    (server.root / "tmp").chmod(0o1777)
    entry = json.loads(settings["ENTRYPOINT"])
    began = time.monotonic()
    with subprocess.Popen(server.words(entry, read_only=True), start_new_session=True) as running:
        try:
            check = json.loads(settings["HEALTHCHECK"].partition("CMD ")[2])
            while subprocess.run(server.words(check, read_only=True), capture_output=True).returncode:
                assert running.poll() is None and time.monotonic() - began < 60, "the server does not answer"
                time.sleep(0.3)
            owner = next((server.root / "data").glob("*.sqlite"), server.root / "data").stat().st_uid
            assert owner == 10001, f"the data belong to {owner}"
            tried = ["touch", "/opt/tepui/written"]
            assert subprocess.run(server.words(tried, read_only=True), capture_output=True).returncode, "it can write"
        finally:
            os.killpg(running.pid, signal.SIGTERM)  # unshare itself does not listen
print("the container's steps build a server that runs as 10001, writes only to its volume, and is healthy")
