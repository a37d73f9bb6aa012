"""What `help` shows of compiled rules: mypyc leaves docstrings out, so they are put back into the C that it wrote."""

import ast
import re

SEEN_BY_HELP = re.compile(
    r'(?P<module>"(?P<named>[\w.]+)",\s*)NULL(?=, /\* docstring \*/)'
    r"|(?P<method>\(PyCFunction\)CPyPy_(?P<function>\w+),[^\"{}]*?PyDoc_STR\()(?P<signature>\"(?:[^\"\\]|\\.)*\"|NULL)"
    r"|(?P<type>CPyType_(?P<class>\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\()(?P<made>\"(?:[^\"\\]|\\.)*\"|NULL)"
    r"|(?P<property>\(getter\)(?P<owner>\w+?)_get_(?P<attribute>\w+),[^{}]*?)NULL(?=, NULL\})"
)


def docstrings(module: str, source: str) -> dict[str, str]:
    """The docstrings of a module, by the names that mypyc gives to what they belong to."""
    found: dict[str, str] = {}

    def collect(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> None:
        text = ast.get_docstring(node)
        if text:
            found[name] = text
        for inner in [] if isinstance(node, ast.FunctionDef) else node.body:
            if isinstance(inner, ast.ClassDef | ast.FunctionDef):
                collect(inner, f"{name}___{inner.name}")

    collect(ast.parse(source), module.replace(".", "___"))
    return found


def put_back(c: str, texts: dict[str, str]) -> str:
    """The C source with these docstrings; a signature that mypyc wrote stays in front, where `help` looks for it."""

    def with_text(at: re.Match[str]) -> str:
        if at["module"]:
            begin, name, before = at["module"], at["named"].replace(".", "___"), "NULL"
        elif at["method"]:
            begin, name, before = at["method"], at["function"], at["signature"]
        elif at["type"]:
            begin, name, before = at["type"], at["class"], at["made"]
        else:
            begin, name, before = at["property"], f"{at['owner']}___{at['attribute']}", "NULL"
        if name not in texts:
            return at[0]
        return f"{begin}{'' if before == 'NULL' else before + ' '}{c_string(texts[name])}"

    return SEEN_BY_HELP.sub(with_text, c)


def c_string(text: str) -> str:
    plain = {byte for byte in range(32, 127) if chr(byte) not in '"\\?'}
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode()) + '"'
