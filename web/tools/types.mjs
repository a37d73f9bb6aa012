// Turns the schemas of tools/browser_types.py into TypeScript. Run as `npm run types`.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const root = new URL("../../", import.meta.url).pathname;
const python = existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : "python3";
const files = JSON.parse(
  execFileSync(python, ["tools/browser_types.py"], { cwd: root, maxBuffer: 1 << 26 }).toString(),
);
for (const [name, { mark, schema }] of Object.entries(files)) {
  const body = await compile(schema, "Wire", {
    bannerComment: "",
    unreachableDefinitions: true,
    format: false,
    unknownAny: true,
  });
  const clean = body.replace(/\/\*\*[\s\S]*?\*\/\n/g, "").replace(/export interface Wire \{\s*\}\n/, "");
  const path = new URL(`../src/${name}`, import.meta.url).pathname;
  const text = `// Made from the Python Structs by \`npm run types\`; do not edit. ${mark}\n${clean}`;
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
  console.log(name);
}
