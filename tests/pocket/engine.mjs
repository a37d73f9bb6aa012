// The bundle under Node, as a page's worker has it: node engine.mjs PYODIDE RUNTIME SCRIPT.py [whole]
// The engine lies beside the script, whose last value is printed. whole: with all of Python's library.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

process.on("uncaughtException", (why) => {
  console.error(why.message); // without the line of wasm's glue, which is a million letters long
  process.exit(1);
});
const [pyodide, runtime, script, whole] = process.argv.slice(2);
const PLACE = "/lib/python3.14/site-packages";
const read = (name) => new Uint8Array(readFileSync(name));
writeFileSync(join(dirname(script), "python.zip"), gunzipSync(read(join(runtime, "python.zip.gz"))));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: pyodide + "/",
  ...(whole ? {} : { stdLibURL: join(dirname(script), "python.zip") }),
  env: { HOME: "/home/pyodide", TEPUI_INTERPRETED: "1" },
});
for (const name of [join(runtime, "packages.zip.gz"), join(dirname(script), "engine.zip.gz")]) {
  python.FS.writeFile("/some.zip", gunzipSync(read(name)));
  python.runPython(`import zipfile; zipfile.ZipFile("/some.zip").extractall("${PLACE}")`);
}
const weights = join(runtime, "../../games/roll_and_write/bots/learned.npz");
if (existsSync(weights)) python.FS.writeFile(`${PLACE}/tepui/games/roll_and_write/bots/learned.npz`, read(weights));
python.runPython("import importlib; importlib.invalidate_caches()");
try {
  console.log("answer", await python.runPythonAsync(readFileSync(script, "utf8")));
} catch (error) {
  console.error(error.message); // and not the source of Pyodide, which is one line
  process.exit(1);
}
