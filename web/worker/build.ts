// Makes the service worker and the page without a line: the list of files is what the build has made, never a guess.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";

const BESIDE_THE_BOX = /\/features\/with-the-box\/WithTheBox\.svelte$/;
const OTHER_PAGES = /\/app\/routes\.ts$/; // every page is reached from here: nothing behind it belongs to this one
const text = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf-8");

export function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    enforce: "post", // the page names its first script at the end
    generateBundle(_, bundle) {
      const made = Object.values(bundle).filter((one) => one.type === "chunk");
      const page = bundle["index.html"];
      const [, first] = /src="\/([^"]+)"/.exec(page?.type === "asset" ? String(page.source) : "") ?? [];
      const entry = made.find((one) => one.fileName === first);
      if (!entry) throw new Error("index.html names no script of this build");
      const modules = new Set<string>();
      const walk = (id: string): void => {
        if (modules.has(id)) return;
        modules.add(id);
        const module = this.getModuleInfo(id);
        module?.importedIds.forEach(walk);
        if (!OTHER_PAGES.test(id)) module?.dynamicallyImportedIds.forEach(walk);
      };
      made.flatMap((one) => one.moduleIds.filter((id) => BESIDE_THE_BOX.test(id))).forEach(walk);
      const chunks = new Set<Rollup.OutputChunk>();
      const take = (one: Rollup.OutputChunk | undefined): void => {
        if (!one || chunks.has(one)) return;
        chunks.add(one);
        for (const name of one.imports) take(made.find(({ fileName }) => fileName === name));
      };
      take(entry);
      made.filter((one) => [one.facadeModuleId, ...one.moduleIds].some((id) => id && modules.has(id))).forEach(take);
      const files = new Set([...chunks].map((one) => one.fileName));
      for (const { viteMetadata } of chunks) viteMetadata?.importedCss.forEach((file) => files.add(file));
      for (const one of Object.values(bundle))
        // what a style asks for: the two fonts
        if (one.type === "asset" && /\.woff2$/.test(one.fileName)) files.add(one.fileName);

      const offline = text("../src/design/tokens.css") + text("offline.css");
      const rest = offline + text("../public/offline.html") + text("../public/favicon.svg") + text("sw.js");
      const version = `${entry.fileName.split("/").pop()}-${createHash("sha256").update(rest).digest("hex").slice(0, 8)}`;
      const names = [...files].sort().map((file) => `/${file}`);
      const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(names)};\n`;
      this.emitFile({ type: "asset", fileName: "sw.js", source: head + text("sw.js") });
      this.emitFile({ type: "asset", fileName: "offline.css", source: offline });
    },
  };
}
