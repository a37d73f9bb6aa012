// The bundle under Node, as a page's worker has it: node engine.mjs PYODIDE RUNTIME SCRIPT.py [whole]
// The engine lies beside the script, whose last value is printed. whole: with all of Python's library.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, runtime, script, whole] = process.argv.slice(2);
const PLACE = "/lib/python3.14/site-packages";
const read = (name) => new Uint8Array(readFileSync(name));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: pyodide + "/",
  ...(whole ? {} : { stdLibURL: join(runtime, "python.zip") }),
  env: { HOME: "/home/pyodide", TEPUI_INTERPRETED: "1" },
});
for (const name of [join(runtime, "packages.zip"), join(dirname(script), "engine.zip")])
  python.unpackArchive(read(name), "zip", { extractDir: PLACE });
const weights = join(runtime, "../../games/roll_and_write/bots/learned.npz");
if (existsSync(weights)) python.FS.writeFile(`${PLACE}/tepui/games/roll_and_write/bots/learned.npz`, read(weights));
python.runPython("import importlib; importlib.invalidate_caches()");
try {
  console.log("answer", await python.runPythonAsync(readFileSync(script, "utf8")));
} catch (error) {
  console.error(error.message); // and not the source of Pyodide, which is one line
  process.exit(1);
}
