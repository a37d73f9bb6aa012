// Cuts each catalogue of the platform in two: what the home page and its drawers can say comes first, the rest with the
// first other page. Which words those are is read off the sources, so that nobody has to keep a list.
import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const MAIN = new URL("../src/main.ts", import.meta.url);
const IMPORTED = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
const PAGES = "/app/routes.ts"; // every other page is reached from here

/** The text of a module and of all that it imports, at once or later. */
function withImports(module: URL, seen = new Set<string>()): string {
  const file = ["", ".ts", ".svelte.ts"].map((end) => new URL(module.href + end)).find((one) => existsSync(one));
  if (!file || seen.has(file.href) || !/\.(ts|svelte)$/.test(file.pathname)) return "";
  seen.add(file.href);
  const text = readFileSync(file, "utf-8");
  if (file.pathname.endsWith(PAGES)) return text;
  return text + [...text.matchAll(IMPORTED)].map((found) => withImports(new URL(found[1]!, file), seen)).join("");
}

/** Is this key of a catalogue said on the home page? */
export function saidAtHome(): (key: string) => boolean {
  const said = withImports(MAIN);
  const built = [...said.matchAll(/`([\w.]+)\$\{/g)].map((found) => found[1]!); // `theme.${theme}`
  return (key) =>
    said.includes(`"${key.replace(/\.(one|other)$/, "")}"`) || built.some((start) => key.startsWith(start));
}

export function splitWords(): Plugin {
  const early = saidAtHome();
  return {
    name: "split-words",
    enforce: "pre",
    load(id) {
      const [, file, part] = /^(.*\/src\/words\/\w+\.json)\?(home|rest)$/.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const all = Object.entries(JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>);
      const chosen = Object.fromEntries(all.filter(([key]) => early(key) === (part === "home")));
      return { code: `export default ${JSON.stringify(chosen)}`, moduleType: "js" };
    },
  };
}
