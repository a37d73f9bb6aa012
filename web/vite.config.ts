// Builds the pages into the Python package: a user of the wheel never needs Node.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { narrowFont } from "./tools/narrow-font.ts";
import { splitWords } from "./tools/split-words.ts";
import { worker } from "./worker/build.ts";

/** Beside every text its brotli and its gzip: the server sends them as they are and compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir }) {
      for (const file of readdirSync(dir!, { recursive: true, encoding: "utf-8" })) {
        if (!/\.(js|css|html|svg|json|webmanifest|txt)$/.test(file)) continue;
        const text = readFileSync(join(dir!, file));
        if (text.length < 400) continue; // nothing to gain
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(join(dir!, `${file}.br`), brotliCompressSync(text, { params }));
        writeFileSync(join(dir!, `${file}.gz`), gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** What belongs together comes in one file: a dozen small ones weigh more, take longer, and each of them can be missing. */
const PIECES = [
  { name: "first", tags: ["$initial" as const], test: /^(?!.*\/src\/worker\/)/, priority: 4 },
  // what every board is made of: one file for tables, lessons, puzzles, replays and beside the box
  { name: "board", test: /\/src\/(art|board|design|net|play)\/[^/]+$/, priority: 3 },
  { name: "room", test: /\/features\/room\/(Room|Ending|Waiting)\.svelte$/, priority: 2 },
  { name: (id: string) => /\/games\/([\w-]+)\/Board\.svelte$/.exec(id)?.[1] ?? null, priority: 1 },
];

export default defineConfig(({ mode }) => {
  // `npm run dev` beside a running `tepui serve`: TEPUI_SERVER says where, if not on the usual port.
  const server = loadEnv(mode, ".", "TEPUI_")["TEPUI_SERVER"] ?? "http://127.0.0.1:8000";
  return {
    plugins: [svelte(), splitWords(), narrowFont(), worker(), compressed()],
    base: "/",
    json: { namedExports: false, stringify: true },
    build: {
      outDir: "../src/tepui/server/static",
      emptyOutDir: true,
      assetsInlineLimit: 0, // a data: address would need a hole in the Content-Security-Policy
      modulePreload: { polyfill: false },
      target: "es2022",
      rolldownOptions: {
        input: { index: "index.html", door: "src/worker/door.ts", here: "src/worker/here.svelte.ts" },
        output: { codeSplitting: { groups: PIECES } },
      },
    },
    server: { proxy: { "/api": { target: server, ws: true }, "^/t/.*/qr.svg": server } },
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "plain",
            include: ["src/**/*.test.ts"],
            exclude: ["src/**/*.svelte.test.ts"],
            environment: "node",
          },
        },
        // Effects run only in Svelte's build for the browser; no page is needed for them.
        {
          extends: true,
          resolve: { conditions: ["browser"] },
          test: { name: "effects", include: ["src/**/*.svelte.test.ts"], environment: "./tools/effects.mjs" },
        },
      ],
    },
  };
});
