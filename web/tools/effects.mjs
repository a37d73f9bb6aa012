// A place for vitest without a page: Node, but with Svelte's build for the browser, where effects run.
export default {
  name: "effects",
  viteEnvironment: "client",
  setup: () => ({ teardown() {} }),
};
