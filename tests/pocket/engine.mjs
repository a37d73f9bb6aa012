// The bundle under Node, as a page's worker has it: node engine.mjs PYODIDE RUNTIME SCRIPT.py [SOURCES]
// The engine lies beside the script, whose last value is printed. SOURCES: a checkout whose src is used instead of the engine in the bundle.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, runtime, script, sources] = process.argv.slice(2);
const PLACE = "/lib/python3.14/site-packages";
const read = (name) => new Uint8Array(readFileSync(name));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: pyodide + "/",
  ...(sources ? {} : { stdLibURL: join(runtime, "python.zip") }),
  env: { HOME: "/home/pyodide", TEPUI_INTERPRETED: "1" },
});
for (const name of [join(runtime, "packages.zip"), join(dirname(script), "engine.zip")])
  python.unpackArchive(read(name), "zip", { extractDir: PLACE });
if (sources) {
  python.mountNodeFS("/sources", join(sources, "src"));
  python.runPython("import sys; sys.path.insert(0, '/sources')");
}
const weights = join(runtime, "../../games/roll_and_write/bots/learned.npz");
if (existsSync(weights)) python.FS.writeFile(`${PLACE}/tepui/games/roll_and_write/bots/learned.npz`, read(weights));
python.runPython("import importlib; importlib.invalidate_caches()");
console.log("answer", await python.runPythonAsync(readFileSync(script, "utf8")));
