// Prettier cannot break a string or a comment: this says which lines are still longer than 120 characters.
import { readdirSync, readFileSync } from "node:fs";

const LONGEST = 120;
const root = new URL("../", import.meta.url);
const files = ["src", "tools"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(ts|svelte|css|mjs)$/.test(name)),
);
const found = files.flatMap((name) =>
  readFileSync(new URL(name, root), "utf8")
    .split("\n")
    .flatMap((line, i) => (line.length > LONGEST ? [`${name}:${i + 1}: ${line.length} characters`] : [])),
);
if (found.length) {
  console.error(found.join("\n"));
  process.exit(1);
}
