// Turns the schemas of tools/browser_types.py into TypeScript. Run as `npm run types`.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const root = new URL("../../", import.meta.url).pathname;
const python = existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : "python3";
const files = JSON.parse(execFileSync(python, ["tools/browser_types.py"], { cwd: root, maxBuffer: 1 << 26 }).toString());
for (const [name, { mark, schema }] of Object.entries(files)) {
  const body = await compile(schema, "Wire", { bannerComment: "", unreachableDefinitions: true, format: true, style: { printWidth: 120 }, unknownAny: true });
  const clean = body.replace(/\/\*\*[\s\S]*?\*\/\n/g, "").replace(/export interface Wire \{\}\n/, "");
  writeFileSync(new URL(`../src/${name}`, import.meta.url), `// Made from the Python Structs by \`npm run types\`; do not edit. ${mark}\n${clean}`);
  console.log(name);
}
