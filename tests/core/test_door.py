"""The door for programs: what `from tepui import ...` gives, and that `help` has something to say about all of it."""

import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import tepui
from tepui.docstrings import docstrings, put_back

# What a stranger's game, bot or study is written with. The reference of the site shows these.
PUBLIC = [
    "tepui.core.actions",
    "tepui.coach.belief",
    "tepui.core.bits",
    "tepui.bots.contract",
    "tepui.core.dealer",
    "tepui.core.find",
    "tepui.core.game",
    "tepui.coach.help",
    "tepui.laws",
    "tepui.core.observe",
    "tepui.core.parts",
    "tepui.core.position",
    "tepui.core.text",
    "tepui.coach.puzzles",
    "tepui.coach.companion.table",
    "tepui.core.record",
    "tepui.core.refusal",
    "tepui.core.table",
    "tepui.coach.puzzles",
    "tepui.coach.review",
    "tepui.core.teams",
    "tepui.core.view",
    "tepui.core.words",
    "tepui.games",
]


def things(module: Any) -> Iterator[tuple[str, Any]]:
    """The functions and classes of a module, and what such a class has of its own."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
            continue
        if inspect.isclass(thing):
            yield name, thing
            for inner, part in vars(thing).items():
                if inner.startswith("_") or inner in fields(thing):
                    continue
                part = getattr(part, "__func__", part)
                if inspect.isroutine(part) or inspect.isdatadescriptor(part):
                    yield f"{name}.{inner}", part
        elif inspect.isroutine(thing):
            yield name, thing


def fields(cls: type) -> set[str]:
    """What an object keeps, in contrast to what it works out: a comment beside it says what it is."""
    lists = "__struct_fields__", "__dataclass_fields__", "__mypyc_attrs__", "__slots__"
    return {name for kind in lists for name in getattr(cls, kind, ())}


@pytest.mark.parametrize("name", PUBLIC)
def test_everything_public_has_a_docstring(name: str) -> None:
    module = import_module(name)
    assert module.__doc__, name
    silent = [what for what, thing in things(module) if not (thing.__doc__ or "").strip() or made(thing)]
    assert not silent, f"{name}: nothing is said about {', '.join(silent)}"


@pytest.mark.parametrize("name", PUBLIC)
def test_the_examples_in_docstrings_run(name: str) -> None:
    """Compiled too: a docstring that was put back is the one that was written."""
    module = import_module(name)
    for what, thing in [("", module), *things(module)]:
        for example in doctest.DocTestFinder(recurse=False).find(thing, what or name, module=False, globs={}):
            assert doctest.DocTestRunner().run(example).failed == 0, what


def made(thing: Any) -> bool:
    """A docstring that `dataclass` wrote: only the signature again."""
    return inspect.isclass(thing) and str(thing.__doc__).startswith(f"{thing.__name__}(")


def test_the_door_gives_what_it_names() -> None:
    for name in tepui.__all__:
        thing = getattr(tepui, name)
        assert thing.__doc__, name
        assert name in dir(tepui)
        if callable(thing):
            assert inspect.signature(thing).parameters or name in ("Action", "Position")  # these have none
    assert tepui.game("forehead") in tepui.games.installed()
    assert "forehead" in tepui.games.names()
    with pytest.raises(AttributeError, match="no attribute 'wheel'"):
        _ = tepui.wheel


def test_help_speaks_compiled_and_interpreted() -> None:
    code = "from tepui import Table; help(Table)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "class Table" in shown.stdout and "Table(game" in shown.stdout
    assert "A player's move, as an index into that seat's own legal list." in shown.stdout
    assert "The seats that owe a decision." in shown.stdout


C = """
static PyGetSetDef g___Bell_getseters[] = {
    {"rung", (getter)g___Bell_get_rung, (setter)g___Bell_set_rung, NULL, NULL},
};
{"ring",
 (PyCFunction)CPyPy_g___Bell___ring,
 METH_FASTCALL, PyDoc_STR("ring($self)\\n--\\n\\n")},
static PyTypeObject CPyType_g___Bell_template_ = { .tp_name = "Bell", .tp_doc = PyDoc_STR("Bell()\\n--\\n\\n"), };
static struct PyModuleDef gmodule = { PyModuleDef_HEAD_INIT, "g", NULL, /* docstring */
"""
SOURCE = '''"""Bells."""
class Bell:
    """A "bell" – it rings."""
    def ring(self): "Loud?"
    @property
    def rung(self): "Was it?"
'''


def test_docstrings_go_behind_the_signatures() -> None:
    c = put_back(C, docstrings("g", SOURCE))
    assert r'"Bell()\n--\n\n" "A \042bell\042 \342\200\223 it rings."' in c
    assert r'"ring($self)\n--\n\n" "Loud\077"' in c
    assert r'(setter)g___Bell_set_rung, "Was it\077", NULL}' in c
    assert '"g", "Bells.", /* docstring */' in c
    assert put_back(C, {}) == C
