// Styles stay in files of their own, so that the Content-Security-Policy can forbid inline ones.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
