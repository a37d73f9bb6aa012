// Builds the pages into the Python package: a user of the wheel never needs Node.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => {
  // `npm run dev` beside a running `tepui serve`: TEPUI_SERVER says where, if not on the usual port.
  const server = loadEnv(mode, ".", "TEPUI_")["TEPUI_SERVER"] ?? "http://127.0.0.1:8000";
  return {
    plugins: [svelte()],
    base: "/",
    build: {
      outDir: "../src/tepui/server/static",
      emptyOutDir: true,
      assetsInlineLimit: 0, // a data: address would need a hole in the Content-Security-Policy
      modulePreload: { polyfill: false },
      target: "es2022",
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
