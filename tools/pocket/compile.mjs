// Sources to what Pyodide's own Python reads faster: node compile.mjs PYODIDE IN.zip OUT.zip   (.py becomes .pyc)
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(from)));
python.runPython(`
import _imp
import ast
import importlib._bootstrap_external as outside
import importlib.util
import zipfile

UNKNOWN = b"\\xff"  # no line is known of eight instructions

def lean(code):
    """Of what is not ours: no line numbers, which are a sixth of it."""
    inside = tuple(lean(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    return code.replace(co_consts=inside, co_linetable=UNKNOWN * (len(code.co_code) // 16 + 1))

def ours(data, name):
    """With line numbers and what is asserted, without docstrings."""
    tree = ast.parse(data, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            node.body[:1] = [] if node.body[1:] else [ast.copy_location(ast.Pass(), node.body[0])]
    return compile(tree, name, "exec", dont_inherit=True, optimize=0)

with zipfile.ZipFile("/in.zip") as sources, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as made:
    for one in sorted(sources.infolist(), key=lambda one: one.filename):
        data, name = sources.read(one), one.filename
        if _imp.is_frozen(name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")):
            continue  # it is in the wasm
        if name.endswith(".py"):
            whole = name.startswith("tepui/")
            code = ours(data, name) if whole else lean(compile(data, name, "exec", dont_inherit=True, optimize=2))
            data, name = bytes(outside._code_to_hash_pyc(code, importlib.util.source_hash(data), False)), name + "c"
        made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`);
writeFileSync(to, python.FS.readFile("/out.zip"));
