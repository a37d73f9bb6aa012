#!/usr/bin/env python3
"""The two commands of a newcomer: `python3 dev.py play` and `python3 dev.py test`.

    python3 dev.py play [--no-browser] [--port N]    everything into this folder, then a table in the browser
    python3 dev.py test [--quick | pytest options]   everything that must hold, --quick its first two minutes
    python3 dev.py setup                             what both begin with
    python3 dev.py bench [--instructions | NAME ...] the speeds, each against its anchor in the same run
    python3 dev.py simulate [--seeds N] [--seed S]   whole evenings by seed, with harms, one of them as a page
    python3 dev.py proofs [NAME ... [options]]       what takes long or needs a large package: tests/proofs
    python3 dev.py clauses                           what the rulebooks ask, and the tests that prove it
    python3 dev.py docs                              these documents as a site, with the reference
    python3 dev.py pictures [NAME ...]               the pictures of the documents, from today's pages

Needs Python 3.11 and pip, nothing else. What is installed stays in `.tools/`, `.venv/` and `.work/`. Nothing is done
again that has not changed: each step leaves a stamp, the hash of what it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checks import Job

ROOT = Path(__file__).resolve().parent
sys.path.insert(1, str(ROOT / "tools"))  # checks.py
TOOLS, VENV, WORK, WEB = ROOT / ".tools", ROOT / ".venv", ROOT / ".work", ROOT / "web"
STATIC = ROOT / "src" / "tepui" / "server" / "static"
RUNTIME = ROOT / "src" / "tepui" / "local" / "runtime"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
UV = TOOLS / "uv" / "bin" / ("uv.exe" if WINDOWS else "uv")
SITE_FONTS = {
    "marcellus.woff2": "@fontsource/marcellus/files/marcellus-latin-400-normal.woff2",
    "atkinson.woff2": "@fontsource-variable/atkinson-hyperlegible-next/files"
    "/atkinson-hyperlegible-next-latin-wght-normal.woff2",
}
NO_COMPILER = 3  # tools/compile_rules.py: there is none, or it failed


class Trouble(Exception):
    """It cannot go on; the sentence says what to do."""


def say(sentence: str) -> None:
    print(f"tepui: {sentence}\n", end="", flush=True)  # in one piece: two steps may speak at once


# ---- stamps: what a step was made from ----


def digest(*parts: str | Path) -> str:
    """One hash of texts, files and folders (without what is installed or built inside them)."""
    total = hashlib.sha256()
    for part in parts:
        for piece in [part] if isinstance(part, str) else files(part):
            data = piece.encode() if isinstance(piece, str) else piece.read_bytes()
            total.update(f"{piece if isinstance(piece, Path) else ''}\0{len(data)}\0".encode())
            total.update(data)
    return total.hexdigest()


def files(path: Path) -> Iterable[Path]:
    if not path.is_dir():
        return [path] if path.exists() else []
    skip = {"node_modules", "dist", "__pycache__", "coverage", "test-results", ".svelte-kit"}
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(set(folders) - skip)
        found += [Path(folder, name) for name in sorted(names)]
    return found


def stamp(step: str) -> Path:
    return WORK / "stamps" / step


def fresh(step: str, mark: str) -> bool:
    """Was this step already done for exactly these inputs?"""
    try:
        return stamp(step).read_text() == mark
    except OSError:
        return False


def done(step: str, mark: str) -> None:
    stamp(step).parent.mkdir(parents=True, exist_ok=True)
    stamp(step).write_text(mark)


# ---- programs that we start ----


def environment(**more: str) -> dict[str, str]:
    """Ours, with everything that is stored kept inside the checkout."""
    mine = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"}}
    mine.update(VIRTUAL_ENV=str(VENV), UV_SYSTEM_CERTS="1", PIP_ROOT_USER_ACTION="ignore", PIP_NO_INPUT="1")
    mine.setdefault("UV_CACHE_DIR", str(TOOLS / "cache" / "uv"))
    mine.setdefault("npm_config_cache", str(TOOLS / "cache" / "npm"))
    mine["PATH"] = f"{BIN}{os.pathsep}{mine.get('PATH', '')}"
    return {**mine, **more}


def run(command: list[str | Path], log: str, cwd: Path = ROOT, **env: str) -> bool:
    """Run quietly, with what it prints in `.work/<log>.log`; was it successful?"""
    WORK.mkdir(exist_ok=True)
    with (WORK / f"{log}.log").open("wb") as out:
        try:
            return (
                subprocess.run(
                    list(map(str, command)), cwd=cwd, env=environment(**env), stdout=out, stderr=out
                ).returncode
                == 0
            )
        except OSError as error:
            out.write(str(error).encode())
            return False


def tail(log: str) -> str:
    lines = [line for line in (WORK / f"{log}.log").read_text("utf-8", "replace").splitlines() if line.strip()]
    return "\n".join(f"    {line[:200]}" for line in lines[-8:])


# ---- the steps of the set-up ----


def python_version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]} {sys.implementation.cache_tag} {ROOT}"


def bring_uv() -> bool:
    """uv installs in seconds what takes pip a minute; without it pip does the work."""
    lock = ROOT / "requirements-uv.lock"
    if fresh("uv", digest(lock)) and UV.exists():
        return True
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
    if run([*pip, "--target", TOOLS / "uv", "--require-hashes", "--no-deps", "-r", lock], "uv"):
        done("uv", digest(lock))
    return UV.exists()


def make_venv() -> None:
    mark = digest(python_version())
    if fresh("venv", mark) and PYTHON.exists():
        return
    say("making .venv")
    for step in (*(lock.stem for lock in ROOT.glob("requirements*.lock")), "install", "strangers"):
        stamp(step).unlink(missing_ok=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if not (bring_uv() and run([UV, "venv", "--python", sys.executable, VENV], "venv")):
        shutil.rmtree(VENV, ignore_errors=True)
        if not run([sys.executable, "-m", "venv", VENV], "venv"):
            raise Trouble(
                f"cannot make .venv. A first start needs pip and the network, or Python's venv:\n{tail('venv')}"
            )
    done("venv", mark)


def install(*what: str | Path) -> list[list[str | Path]]:
    """The ways to install into .venv, best first."""
    ways: list[list[str | Path]] = []
    if bring_uv():
        ways.append([UV, "pip", "install", "--python", PYTHON, *what])
    if (BIN / ("pip.exe" if WINDOWS else "pip")).exists():
        ways.append([PYTHON, "-m", "pip", "install", "--disable-pip-version-check", *what])
    else:
        ways.append([sys.executable, "-m", "pip", "--python", PYTHON, "install", "--disable-pip-version-check", *what])
    return ways


def sync(name: str) -> None:
    """Install a lock: every package by version and hash."""
    lock = ROOT / f"{name}.lock"
    mark = digest(lock)
    if fresh(name, mark):
        return
    say(f"installing the packages of {lock.name}")
    if any(run(way, name) for way in install("--require-hashes", "--no-deps", "-r", lock)):
        done(name, mark)
    elif stamp(name).exists():
        say(f"{lock.name} has changed but could not be installed (no network?). What is there is used")
    else:
        raise Trouble(f"cannot install {lock.name}; a first start needs the network:\n{tail(name)}")


def install_tepui() -> None:
    """Editable: an edited source counts at once; entry points and version only when pyproject.toml changes."""
    mark = digest(ROOT / "pyproject.toml", ROOT / "tools" / "hatch_build.py", ROOT / "src" / "tepui" / "__init__.py")
    if fresh("install", mark):
        return
    if not any(run(way, "install") for way in install("--no-deps", "--no-build-isolation", "-e", ROOT)):
        raise Trouble(f"cannot install Tepui into .venv:\n{tail('install')}")
    done("install", mark)


def bring_pip() -> None:
    """Into .venv, where uv puts none: who writes a game types `pip install -e .`, as the documents say."""
    if (BIN / ("pip.exe" if WINDOWS else "pip")).exists():
        return
    if not run([PYTHON, "-m", "ensurepip", "--default-pip"], "pip") and not any(
        run(way, "pip") for way in install("pip")
    ):
        say(f"there is no pip in .venv, so a game of your own is installed with uv:\n{tail('pip')}")


def install_strangers() -> None:
    """The little games of tests/strangers, each a package of its own that Tepui knows only by its entry point."""
    games = strangers()
    mark = digest(*(game / "pyproject.toml" for game in games))
    if not games or fresh("strangers", mark):
        return
    what = [part for game in games for part in ("-e", game)]
    if not any(run(way, "strangers") for way in install("--no-deps", "--no-build-isolation", *what)):
        raise Trouble(f"cannot install tests/strangers into .venv:\n{tail('strangers')}")
    done("strangers", mark)


def strangers() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "tests" / "strangers").glob("*/pyproject.toml"))


def build_catalogues() -> None:
    catalogues = sorted(po for folder in ("src", "tests") for po in (ROOT / folder).glob("**/locale/*.po"))
    mark = digest(ROOT / "tools" / "catalogues.py", *catalogues)
    if fresh("catalogues", mark) and all(po.with_suffix(".mo").exists() for po in catalogues):
        return
    if run([PYTHON, ROOT / "tools" / "catalogues.py"], "catalogues"):
        done("catalogues", mark)
    else:
        say(f"the translations could not be built, Tepui speaks English:\n{tail('catalogues')}")


def bring_node_packages() -> bool:
    mark = digest(WEB / "package.json", WEB / "package-lock.json")
    if fresh("node", mark) and (WEB / "node_modules").is_dir():
        return True
    if not run([npm(), "ci", "--no-audit", "--no-fund"], "node", cwd=WEB):
        return False
    done("node", mark)
    return True


def npm() -> str:
    return shutil.which("npm") or "npm"


def build_web() -> None:
    """The front end, built into the package; without it the server has a plain page."""
    if not (WEB / "package.json").exists():
        return
    mark = digest(WEB, *sorted((ROOT / "src").glob("**/locale/*.po")))
    if fresh("web", mark) and STATIC.is_dir():
        return
    if shutil.which("npm") is None:
        if not STATIC.is_dir():
            say("Node is not installed, so the browser gets the plain page. Install Node 20 for the full one")
        return
    say("building the front end")
    if bring_node_packages() and run([npm(), "run", "build"], "web", cwd=WEB):
        done("web", mark)
    else:
        log = "web" if fresh("node", digest(WEB / "package.json", WEB / "package-lock.json")) else "node"
        say(f"the front end could not be built, so the browser gets the plain page or an older one:\n{tail(log)}")


def build_pocket() -> None:
    """What the games run on in a browser without a server; without it only `tepui static` is missing."""
    if not (WEB / "node_modules" / "pyodide").is_dir():
        return
    tools = ROOT / "tools" / "pocket"
    package = ROOT / "src" / "tepui"
    engine = [file for file in package.glob("**/*.py") if package / "_compiled" not in file.parents]
    mark = digest(tools, WEB / "package-lock.json", *sorted(engine))
    if fresh("pocket", mark) and RUNTIME.is_dir():
        return
    say("building the pocket")
    if run([PYTHON, tools / "build.py"], "pocket"):
        done("pocket", mark)
    else:
        say(f"`tepui static` cannot be used yet, because what it needs could not be built:\n{tail('pocket')}")


def rules_mark() -> str:
    """Everything that the compiled rules are made from. (Which files: pyproject.toml says.)"""
    import tomllib

    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["tepui"]["compiled"]
    sources = [ROOT / file for file in listed]
    builders = [ROOT / "src" / "tepui" / file for file in ("compile.py", "docstrings.py", "_switch.py")]
    return digest(python_version(), *map(str, listed), *sources, *builders)


def rules_fresh() -> bool:
    return fresh("rules", rules_mark()) and (ROOT / "src" / "tepui" / "_compiled.json").exists()


def compile_rules() -> bool:
    """mypyc, with a place in the queue if another of our commands compiles at this moment."""
    with alone("compiling"):
        mark = rules_mark()
        if rules_fresh():
            return True
        if run([PYTHON, ROOT / "tools" / "compile_rules.py"], "rules", TEPUI_INTERPRETED="1"):
            done("rules", mark)
            return True
        return False


class alone:
    """One at a time, across processes; the system lets go of it when a process ends."""

    def __init__(self, what: str) -> None:
        WORK.mkdir(exist_ok=True)
        self.file = (WORK / f"{what}.lock").open("w")

    def __enter__(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows: two builds at once cost time, not correctness
            return
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def compile_now() -> None:
    if rules_fresh():
        return
    say("compiling the rules (a minute, once)")
    if not compile_rules():
        say(f"the rules run interpreted, which is slower but the same game:\n{tail('rules')}")


def compile_strangers() -> None:
    """Against our core, as their authors would: `tepui compile PATH`."""
    if not rules_fresh():
        return
    for game in strangers():
        if "[tool.tepui]" not in (game / "pyproject.toml").read_text("utf-8"):
            continue  # a bot: nothing to compile
        step, mark = f"stranger-{game.name}", digest(rules_mark(), *sorted((game / "src").glob("**/*.py")))
        if fresh(step, mark):
            continue
        if run([BIN / "tepui", "compile", game], step):
            done(step, mark)
        else:
            say(f"{game.name} runs interpreted:\n{tail(step)}")


def prepare(*locks: str) -> None:
    """Everything but the compiled rules. The front end is built beside the Python packages."""
    with alone("setup"):
        front = threading.Thread(target=build_web)
        front.start()
        try:
            make_venv()
            for lock in ("requirements", *locks):
                sync(lock)
            install_tepui()
            bring_pip()
            build_catalogues()
        finally:
            front.join()


# ---- the commands ----


def setup(arguments: list[str]) -> int:
    """Everything that `play` needs, and the compiled rules."""
    if arguments:
        raise Trouble("setup takes no options")
    prepare()
    compile_now()
    build_pocket()
    activate = os.path.relpath(BIN / "activate")
    say("ready. This makes `tepui` a command, and starts a game (`tepui serve` opens it in the browser):")
    print(f"    {activate if WINDOWS else f'source {activate}'}\n    tepui play lost-code", flush=True)
    return 0


def play(arguments: list[str]) -> int:
    """A table in the browser; in the terminal as long as there is no server."""
    prepare()
    if not list((ROOT / "src" / "tepui" / "games").glob("*/__init__.py")):
        install_strangers()  # better a little game than none
    browser = (ROOT / "src" / "tepui" / "server" / "app.py").exists()
    command = [str(BIN / "tepui"), *(["serve", *arguments] if browser else ["play", first_game()])]
    if rules_fresh():
        return start(command, environment()).wait_for()
    beside = subprocess.Popen(
        [sys.executable, str(ROOT / "dev.py"), "compile"],
        env=environment(),
        stdout=subprocess.DEVNULL,
        start_new_session=not WINDOWS,  # it finishes even if the table closes first
    )
    say("the rules run interpreted while they are compiled beside it")

    def report() -> None:
        if beside.wait() == 0:
            say("the rules are compiled now. The next start uses them")
        else:
            say(f"the rules stay interpreted, which is slower but the same game:\n{tail('rules')}")

    waiting = threading.Thread(target=report, daemon=True)
    if browser:
        waiting.start()
    code = start(command, environment(TEPUI_INTERPRETED="1")).wait_for()
    if not browser:  # a line in the middle of a terminal game would only be in the way
        waiting.start()
        waiting.join(0.2)
    return code


class start:
    """A program that has the terminal; Ctrl-C is for it, and we wait until it has put its things away."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.program = subprocess.Popen(command, cwd=ROOT, env=env)

    def wait_for(self) -> int:
        while True:
            try:
                return self.program.wait()
            except KeyboardInterrupt:
                continue


def first_game() -> str:
    """The Lost Code if it is installed, otherwise any game."""
    ask = "from importlib.metadata import entry_points as e; print(*sorted(p.name for p in e(group='tepui.games')))"
    answer = subprocess.run([PYTHON, "-c", ask], env=environment(), capture_output=True, text=True, check=True)
    games = answer.stdout.split()
    return "lost-code" if "lost-code" in games or not games else games[0]


def compile_only(arguments: list[str]) -> int:
    """What `play` starts beside itself."""
    if not WINDOWS:
        os.nice(5)  # the table comes first
    return 0 if compile_rules() else NO_COMPILER


def bench(arguments: list[str]) -> int:
    """Each file of bench/ prints a table. Ask for it by its name. `--instructions`: work counted, not timed."""
    there = {path.stem: path for path in sorted((ROOT / "bench").glob("*.py")) if path.stem != "anchor"}
    if arguments[:1] == ["--instructions"]:
        Missing().need("valgrind", shutil.which("valgrind") is not None, "the counts of instructions")
        prepare("requirements-bench")
        compile_now()
        counting: list[str | Path] = [PYTHON, there["instructions"], *arguments[1:]]
        return subprocess.run(counting, cwd=ROOT, env=environment()).returncode
    del there["instructions"]  # it takes valgrind, and minutes
    for name in arguments:
        if name not in there:
            raise Trouble(f"there is no bench/{name}.py. There are: {', '.join(there) or 'none yet'}")
    prepare("requirements-bench")
    install_strangers()
    compile_now()
    compile_strangers()
    code = 0
    for name in arguments or there:
        print(f"\n== {name}", flush=True)
        code |= subprocess.run([PYTHON, there[name]], cwd=ROOT, env=environment()).returncode
    return code


APART = ("twenty", "learner")  # proofs that are run by name only: one takes hours, one needs PyTorch for the CPU


def proofs(arguments: list[str]) -> int:
    """Each file of tests/proofs says in its first line what it proves. Ask for it by its name."""
    there = {path.stem: path for path in sorted((ROOT / "tests" / "proofs").glob("*.py"))}
    begin = next((at for at, word in enumerate(arguments) if word.startswith("-")), len(arguments))
    arguments, options = arguments[:begin], arguments[begin:]  # options are the proof's own
    for name in arguments:
        if name not in there and name != "all":
            raise Trouble(f"there is no tests/proofs/{name}.py. There are: {', '.join(there)}")
    if not arguments:
        for name, path in there.items():
            print(f"  {name:14} {path.read_text('utf-8').splitlines()[0].strip(chr(34))}")
        print(f"\nRun one: python3 dev.py proofs NAME    All but {' and '.join(APART)}: python3 dev.py proofs all")
        return 0
    wanted = [name for name in there if name in arguments or (arguments == ["all"] and name not in APART)]
    missing = Missing()
    if {"processes", "server"} & set(wanted):
        missing.postgres()
    if {"browser", "twenty"} & set(wanted):
        missing.chromium()
    if "engines" in wanted:
        missing.engines()
    prepare("requirements-dev", "requirements-proofs", *["requirements-learner"] * ("learner" in wanted))
    install_strangers()
    compile_now()
    compile_strangers()
    tally = Tally()
    for name in wanted:
        tally.check(name, [PYTHON, "-P", there[name], *options])  # a proof may have the name of a package
    tally.lines += missing
    return tally.close()


# ---- test: everything that must hold ----


class Tally:
    """Runs one proof after the other, each with the terminal to itself, and adds up."""

    def __init__(self) -> None:
        self.passed = self.failed = 0
        self.lines: list[str] = []

    def check(self, title: str, command: list[str | Path]) -> None:
        print(f"\n== {title}", flush=True)
        begin = time.monotonic()
        code = subprocess.run(list(map(str, command)), cwd=ROOT, env=environment()).returncode
        self.passed, self.failed = self.passed + (code == 0), self.failed + (code != 0)
        self.lines.append(f"{title}: {'fails' if code else 'holds'}, {time.monotonic() - begin:.0f} s")

    def close(self) -> int:
        print("\n== all of it")
        print(*self.lines, sep="\n")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return int(self.failed > 0)


class Missing(list[str]):
    """What this machine does not have, said before it is installed; what cannot be installed is kept for the end."""

    def need(self, package: str, there: bool, what: str) -> None:
        if there:
            return
        if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
            say(f"this machine has no {package}, which {what} need. Installing it by apt-get")
            env = [shutil.which("env") or "env", "DEBIAN_FRONTEND=noninteractive"]
            apt: list[str | Path] = [*env, "apt-get", "-q", "-y"]
            if run([*apt, "update"], "apt") and run([*apt, "install", "--no-install-recommends", package], package):
                return
        self.append(f"{package} is missing, so {what} are skipped; `apt install {package}` as root brings it.")
        say(self[-1])

    def chromium(self) -> None:
        self.need("chromium", shutil.which("chromium") is not None, "the tests of the pages")

    def postgres(self) -> None:
        """Tests of several processes start a PostgreSQL of their own (`tests/server/postgres.py`)."""
        there = any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb") is not None
        self.need("postgresql", there, "the tests of several processes")

    def node(self) -> None:
        if shutil.which("npm") is None:
            self.append("Node is missing, so the front end is not checked. Install Node 20.")
            say(self[-1])

    def engines(self) -> None:
        """The games are also played in Firefox and in WebKit, which needs a screen that nobody looks at."""
        what = "the games in Firefox and WebKit"
        self.need("firefox-esr", any(map(shutil.which, ("firefox-esr", "firefox"))), what)
        self.need("webkit2gtk-driver", shutil.which("WebKitWebDriver") is not None, what)
        self.need("xvfb", shutil.which("Xvfb") is not None, what)


# The first two minutes: rules, bots, lessons and everything else that neither serves nor draws.
QUICK = ("core", "lost_code", "kryptx", "roll_and_write", "laws", "lessons", "coach", "terminal", "web", "simulation")
BOTH_WAYS = ("core", "laws", "lost_code", "kryptx", "roll_and_write")  # compiled, and once more interpreted
EVERY_RUN = "not proof"  # what takes long or waits is run by `dev.py proofs`


def test_folders() -> list[Path]:
    return sorted({file.parent for file in (ROOT / "tests").glob("*/test_*.py")})


def pytest_job(
    title: str, folders: Iterable[Path], marks: str = EVERY_RUN, interpreted: bool = False, workers: int = 2
) -> Job:
    from checks import Job

    how_many: list[str | Path] = ["-n", str(workers), "--dist", "worksteal", "-m", marks]
    command = [PYTHON, "-m", "pytest", "-q", *how_many, *folders]
    how = {"TEPUI_INTERPRETED": "1"} if interpreted else {}
    prefix = "TEPUI_INTERPRETED=1 " if interpreted else ""
    return Job(title, command, ROOT, environment(**how), tests=True, prefix=prefix)


def program(title: str, *command: str | Path, cwd: Path = ROOT) -> Job:
    from checks import Job

    return Job(title, command, cwd, environment())


def web_jobs() -> list[Job]:
    if not (WEB / "package.json").exists() or shutil.which("npm") is None:
        return []
    scripts = json.loads((WEB / "package.json").read_text("utf-8")).get("scripts", {})
    return [program(f"web: {name}", npm(), "run", name, cwd=WEB) for name in ("check", "test") if name in scripts]


def test(arguments: list[str]) -> int:
    """The whole suite. `--quick`: its first part. With pytest's own options or paths only those tests, compiled."""
    quick = arguments == ["--quick"]
    missing = Missing()
    if not arguments:
        missing.chromium()
        missing.postgres()
        missing.node()
    prepare("requirements-dev")
    install_strangers()
    compile_now()
    compile_strangers()
    if not arguments:
        build_pocket()
    from checks import Checks, closing_line

    if arguments and not quick:
        events = WORK / "some.events"
        events.unlink(missing_ok=True)
        command = [str(PYTHON), "-m", "pytest", "-q", *arguments]
        code = subprocess.run(command, cwd=ROOT, env=environment(TEPUI_TEST_EVENTS=str(events))).returncode
        print(closing_line(events, code), flush=True)
        return code
    checks = Checks(ROOT, WORK)
    checks.sentences += missing
    if not rules_fresh() and any(map(shutil.which, ("cc", "gcc", "clang"))):
        checks.broken("compiling the rules")  # it said above what is wrong; the interpreted ones are tested
    style = [
        program("ruff check", BIN / "ruff", "check"),
        program("ruff format", BIN / "ruff", "format", "--check"),
        program("import-linter", BIN / "lint-imports"),
        program("mypy --strict", BIN / "mypy"),
    ]
    first = [folder for folder in test_folders() if folder.name in QUICK]
    others = [folder for folder in test_folders() if folder.name not in QUICK]
    both = [folder for folder in test_folders() if folder.name in BOTH_WAYS]
    tests = [pytest_job("tests, the quick ones", first)]
    if not quick:
        style += web_jobs()
        # Pages in processes of their own: Playwright keeps a loop running in them, where no other test can run one.
        pages = [folder for folder in others if folder.name == "browser"]
        # Three workers on two cores: these wait for processes, disks and pages for a third of their time.
        rest = [folder for folder in others if folder not in pages]
        tests.append(pytest_job("tests, server and the rest", rest, workers=3))
        tests.append(pytest_job("tests, pages", pages, workers=3))
        tests.append(pytest_job("tests, rules interpreted", both, f"{EVERY_RUN} and not once", interpreted=True))
    checks.run(tests, style)
    return checks.close()


def simulate(arguments: list[str]) -> int:
    """Whole evenings, each decided by one number, with harms: tests/simulation."""
    prepare("requirements-dev")
    install_strangers()
    compile_now()
    return subprocess.run([PYTHON, ROOT / "tests/simulation/run.py", *arguments], env=environment()).returncode


def clauses(arguments: list[str]) -> int:
    """What the rulebooks ask, and the tests that prove it. `clauses write` writes docs/faithful.md."""
    return subprocess.run([sys.executable, str(ROOT / "tools" / "clauses.py"), *arguments], cwd=ROOT).returncode


def pictures(arguments: list[str]) -> int:
    """Taken by a browser at a server of its own."""
    prepare("requirements-dev")
    compile_now()
    Missing().chromium()
    return subprocess.run([PYTHON, ROOT / "tests/browser/pictures.py", *arguments], env=environment()).returncode


def docs(arguments: list[str]) -> int:
    """Every page of this repository as it is, in the same folders, so that each link leads where it leads here."""
    if arguments:
        raise Trouble("docs takes no options")
    make_venv()
    sync("requirements-docs")
    site = WORK / "docs"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(ROOT / "docs", site / "pages" / "docs")
    palm = WEB / "public" / "favicon.svg"
    for file in (*ROOT.glob("*.md"), ROOT / "LICENSE", *ROOT.glob("src/tepui/games/*/RULES.md"), palm):
        (site / "pages" / file.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, site / "pages" / file.relative_to(ROOT))
    for name, font in SITE_FONTS.items():  # those of the game, if its pages were built here
        if (WEB / "node_modules" / font).exists():
            shutil.copy(WEB / "node_modules" / font, site / "pages" / "docs" / "site" / name)
    folder = re.compile(r'"([^"]+)/\*"')  # in the list of pages: all of a folder, which zensical cannot say

    def all_of(found: re.Match[str]) -> str:
        pages = sorted((ROOT / found[1]).glob("*.md"), key=lambda page: (page.name != "README.md", page.name))
        return ", ".join(f'"{found[1]}/{page.name}"' for page in pages)

    (site / "zensical.toml").write_text(folder.sub(all_of, (ROOT / "zensical.toml").read_text("utf-8")), "utf-8")
    if not run([BIN / "zensical", "build", "--strict"], "docs", cwd=site, NO_COLOR="1"):
        raise Trouble(f"the site could not be built, .work/docs.log says why:\n{tail('docs')}")
    say(f"the site is in {(site / 'site' / 'index.html').relative_to(ROOT)}")
    return 0


COMMANDS = {
    "play": play,
    "test": test,
    "setup": setup,
    "bench": bench,
    "proofs": proofs,
    "simulate": simulate,
    "clauses": clauses,
    "docs": docs,
    "pictures": pictures,
    "compile": compile_only,
}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (whoever starts us may have an older one)
        print("tepui: Python 3.11 or newer is needed. This is", sys.version.split()[0], file=sys.stderr)
        return 2
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__, file=sys.stdout if arguments[:1] in (["-h"], ["--help"]) else sys.stderr)
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        print(f"tepui: {trouble}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
