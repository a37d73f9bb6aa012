"""Rules become a native library: ours, and a stranger's against ours.

mypyc turns every group of modules into one library. Our core and our own games are the group `tepui._native`; a game
that someone else wrote is a group of its own that calls into ours, and fits only the very sources it was compiled
against.
Needs a C compiler and, beside Tepui, `mypy` and `setuptools` (`pip install tepui[compile]`).
"""

import hashlib
import json
import os
import shutil
import sysconfig
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tepui import _switch
from tepui.core.refusal import Refusal
from tepui.docstrings import docstrings, put_back
from tepui.progress import progress

MEMORY = "mypyc.tar.xz"  # beside our libraries: what a game compiled against them needs to know of them


class CannotCompile(Refusal):
    """The rules stay interpreted; the sentence says what is missing or wrong."""


@dataclass(frozen=True)
class Group:
    """Modules of one package that become one library."""

    package: Path  # the folder of the top package
    files: tuple[str, ...]  # relative to it

    @property
    def name(self) -> str:
        return f"{self.package.name}._native"

    def paths(self, start: Path) -> list[str]:
        """The files as they are named from `start`, the folder that holds the package."""
        return [str(start / self.package.name / file) for file in self.files]


def compile_group(group: Group, out: Path, against: Group | None = None) -> list[Path]:
    """Compile into `out` (the package's folder, or a copy for a wheel); returns the new files, relative to it."""
    out = out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    sources = _switch.hashes(group.package, group.files)
    missing = [file for file, sha in sources.items() if not sha]
    if missing:
        raise CannotCompile(f"{group.package / missing[0]} does not exist. Fix `compiled` in pyproject.toml")
    flags = compiler_flags()
    built: dict[str, Any] = {"python": _switch.built_for(), "mypy": mypy_version(), "flags": flags, "sources": sources}
    if against is not None:
        built["core"] = _switch.hashes(against.package, against.files)
    fingerprint = hashlib.sha256(json.dumps(built, sort_keys=True).encode()).hexdigest()[:16]
    before = _switch.note(out)
    home = out / _switch.FOLDER
    home.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".building-", dir=home) as folder:
        work = Path(folder)
        made = run_mypyc(group, against, flags, work)
        final = home / fingerprint
        if final.exists():
            shutil.rmtree(final)
        (work / "lib").rename(final)
    built["libraries"] = {name: f"{_switch.FOLDER}/{fingerprint}/{file}" for name, file in made.items()}
    files = [*built["libraries"].values()]
    if (final / MEMORY).exists():
        built["memory"] = f"{_switch.FOLDER}/{fingerprint}/{MEMORY}"
        files.append(built["memory"])
    fresh = out / f"{_switch.NOTE}.{os.getpid()}"
    fresh.write_text(json.dumps(built, indent=1) + "\n", "utf-8")
    fresh.replace(out / _switch.NOTE)
    keep = {fingerprint, *(Path(file).parts[1] for file in (before or built)["libraries"].values())}
    for old in home.iterdir():  # a program that still runs may open the libraries of the build before this one
        if old.name not in keep and not old.name.startswith("."):
            shutil.rmtree(old, ignore_errors=True)
    return [Path(_switch.NOTE), *map(Path, files)]


def run_mypyc(group: Group, against: Group | None, flags: list[str], work: Path) -> dict[str, str]:
    """Build below `work/lib`; returns module name -> library, relative to it."""
    show = progress("compiling")
    setuptools = extensions_module()  # before mypyc, which looks whether it is there
    from mypyc.build import mypycify

    start = work / "src"  # copies: mypy refuses to look into site-packages, and what it remembers fits any folder
    together = [group] if against is None else [group, against]
    for one in together:
        shutil.copytree(one.package, start / one.package.name, ignore=sources_only, copy_function=copy_undated)
    if against is not None:
        recall(against, work)
    groups: list[tuple[list[str], str | None]] = [(one.paths(Path()), one.name) for one in together]
    typed = work / "typed"
    shutil.copytree(Path(msgspec.__file__).parent, typed / "msgspec", copy_function=copy_undated)
    search = [str(start), str(group.package.parent), str(typed)]
    with standing_in(start, MYPYPATH=os.pathsep.join(search)):
        try:
            extensions = mypycify(
                [
                    "--strict",
                    "--config-file=",
                    "--explicit-package-bases",
                    "--follow-imports=silent",  # only what is compiled is judged; the rest has its own checks
                    "--no-site-packages",  # or all that research may be done with is read, too, if it is installed
                    "--ignore-missing-imports",
                    f"--cache-dir={work / 'mypy'}",
                    "--sqlite-cache",
                    *(file for files, _ in groups for file in files),
                ],
                opt_level="3",
                debug_level="0",
                separate=groups,
                target_dir=str(work / "c"),
            )
        except SystemExit:
            raise CannotCompile("mypy found the mistakes printed above. Fix them and compile again") from None
        show(1, 3)  # the C compiler takes twice as long
        if against is None:
            remember(work)
        put_docstrings(group, work / "c")
        extensions = [e for e in extensions if e.name.startswith(f"{group.package.name}.")]
        for extension in extensions:
            extension.extra_compile_args.extend(flags)
        distribution = setuptools.Distribution({"name": group.package.name, "ext_modules": extensions})
        command = distribution.get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(work / "lib"), str(work / "o")
        command.parallel, command.inplace = os.cpu_count() or 1, False
        command.ensure_finalized()
        try:
            command.run()
        except setuptools.errors.BaseError as error:
            raise CannotCompile(f"the C compiler failed: {error}") from None
        show(3, 3)
        return {e.name: str(Path(command.get_ext_fullpath(e.name)).relative_to(work / "lib")) for e in extensions}


def remember(work: Path) -> None:
    """Keep what mypyc found out about our modules: a game compiled against them need not wait for that again."""
    (work / "lib").mkdir(exist_ok=True)
    with tarfile.open(work / "lib" / MEMORY, "w:xz", preset=1) as archive:
        for folder in ("mypy", "c"):
            archive.add(work / folder, folder)


def recall(core: Group, work: Path) -> None:
    """Put it where mypyc looks. It checks every hash itself, so an archive that does not fit only costs time."""
    file = (_switch.note(core.package) or {}).get("memory", "")
    try:
        with tarfile.open(core.package / file) as archive:
            archive.extractall(work, filter="data")
    except (OSError, tarfile.TarError):
        return


def copy_undated(source: str, target: str) -> None:
    """Copy a file without its date: mypy would take another date for a change."""
    shutil.copyfile(source, target)
    os.utime(target, (0, 0))


def put_docstrings(group: Group, folder: Path) -> None:
    texts: dict[str, str] = {}
    for file in group.files:
        module = ".".join([group.package.name, *Path(file).with_suffix("").parts]).removesuffix(".__init__")
        texts |= docstrings(module, (group.package / file).read_text("utf-8"))
    for c in (folder / group.package.name).glob("*.c"):
        c.write_text(put_back(c.read_text("utf-8"), texts), "utf-8")


def extensions_module() -> Any:
    """setuptools, if everything that compiles is there."""
    try:
        import mypyc  # noqa: F401
        import setuptools
        import setuptools.errors
    except ImportError:
        raise CannotCompile("mypy and setuptools are needed to compile. Run `pip install 'tepui[compile]'`") from None
    return setuptools


def mypy_version() -> str:
    extensions_module()
    from mypy.version import __version__

    return __version__


def compiler_flags() -> list[str]:
    """What the C compiler is told beside mypyc's own flags; says so if there is none."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler: Any = new_compiler()
    customize_compiler(compiler)
    if compiler.compiler_type != "unix":
        return []
    command = compiler.compiler_so[0]
    if shutil.which(command) is None:
        raise CannotCompile(f"there is no C compiler ({command}). Install one, for instance `apt install gcc`")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise CannotCompile("Python's C headers are missing. Install them, for instance `apt install python3-dev`")
    return ["-fvisibility=hidden"]  # so that small methods of the rules become free: 1.1 to 1.7 times as fast


def sources_only(folder: str, names: list[str]) -> list[str]:
    """What to leave out of a copy of our sources."""
    sources = {n for n in names if n.endswith((".py", ".typed")) or (Path(folder) / n).is_dir()}
    return [n for n in names if n not in sources or n == _switch.FOLDER]


@contextmanager
def standing_in(folder: Path, **environment: str) -> Iterator[None]:
    """Work in a folder (so that a library names its sources without the builder's own path), and come back."""
    here, before = Path.cwd(), {name: os.environ.get(name) for name in environment}
    os.chdir(folder)
    os.environ.update(environment)
    try:
        yield
    finally:
        os.chdir(here)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def group_of(project: Path) -> Group:
    """What a project's pyproject.toml wants compiled: `[tool.tepui] compiled = ["src/forehead/rules.py"]`."""
    project = project.resolve()
    example = '`[tool.tepui] compiled = ["src/forehead/rules.py"]`'
    try:
        files = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["tool"]["tepui"]["compiled"]
    except OSError:
        raise CannotCompile(f"{project} has no pyproject.toml. Give the folder of a game's project") from None
    except tomllib.TOMLDecodeError as error:
        raise CannotCompile(f"{project / 'pyproject.toml'} cannot be read: {error}") from None
    except (KeyError, TypeError):
        raise CannotCompile(f"{project / 'pyproject.toml'} does not say what to compile. Add {example}") from None
    if not isinstance(files, list) or not files or not all(isinstance(file, str) for file in files):
        raise CannotCompile(f"`compiled` in {project / 'pyproject.toml'} must be a list of files, as in {example}")
    for file in files:
        if not (project / file).is_file():
            raise CannotCompile(f"{project / file} does not exist. Fix `compiled` in pyproject.toml")
    tops = {top_package(project, (project / file).resolve()) for file in files}
    if len(tops) > 1:
        raise CannotCompile("the files in `compiled` must belong to one package")
    package = tops.pop()
    return Group(package, tuple((project / file).resolve().relative_to(package).as_posix() for file in files))


def top_package(project: Path, file: Path) -> Path:
    """The outermost folder with an `__init__.py` around a file of a project."""
    packages = [folder for folder in file.parents if project in folder.parents and (folder / "__init__.py").exists()]
    if not packages:
        raise CannotCompile(f"{file} is not in a package. Put an __init__.py beside it")
    return packages[-1]


def compile_stranger(path: str | Path) -> str:
    """Compile someone else's game, in place, against this very core; returns a sentence that says so."""
    project = Path(path)
    if not project.is_dir():
        raise CannotCompile(f"{project} is not a folder. Give the folder of a game's project")
    ours = _switch.note(_switch.HERE)
    if ours is None or _switch.why:
        raise CannotCompile(
            f"Tepui's own rules run interpreted ({_switch.why}), so a game compiled against them could not run"
        )
    if ours.get("mypy") != mypy_version():
        raise CannotCompile(f"Tepui was compiled by mypy {ours.get('mypy')}. Install mypy=={ours.get('mypy')}")
    group = group_of(project)
    if group.package == _switch.HERE:
        raise CannotCompile("that is Tepui itself. `python3 dev.py setup` compiles it")
    compile_group(group, group.package, against=Group(_switch.HERE, tuple(ours["sources"])))
    return f"{', '.join(group.files)} of {group.package.name} compiled against Tepui's core"


def command(words: list[str]) -> int:
    from tepui.cli_args import Parser  # not above: the build of a wheel reads this file before Tepui is installed

    parser = Parser("compile", "Compiles the rules that PATH/pyproject.toml lists in [tool.tepui].")
    parser.add_argument("path", nargs="?", default=".", metavar="PATH", help="your game's folder (default: this one)")
    path = parser.parse_args(words).path
    print(compile_stranger(path))
    return 0
