// Sources to what Pyodide's own Python reads faster: node compile.mjs PYODIDE IN.zip OUT.zip   (.py becomes .pyc)
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(from)));
python.runPython(`
import importlib._bootstrap_external as outside
import importlib.util
import zipfile

def lean(code):
    """Of the standard library: no line numbers, which are a sixth of it."""
    inside = tuple(lean(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    return code.replace(co_consts=inside, co_linetable=b"")

with zipfile.ZipFile("/in.zip") as sources, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as made:
    for one in sorted(sources.infolist(), key=lambda one: one.filename):
        if one.is_dir():
            continue
        data, name = sources.read(one), one.filename
        if name.endswith(".py"):
            ours = name.startswith("tepui/")
            code = compile(data, name, "exec", dont_inherit=True, optimize=0 if ours else 2)
            code = code if ours else lean(code)
            data, name = bytes(outside._code_to_hash_pyc(code, importlib.util.source_hash(data), False)), name + "c"
        made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`);
writeFileSync(to, python.FS.readFile("/out.zip"));
