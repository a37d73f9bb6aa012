import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { saidAtHome } from "../../tools/split-words";
import { fromBrowser, number, say, signed } from "./words.svelte";

type Texts = Record<string, string>;
const read = (folder: string, language: string): Texts =>
  JSON.parse(readFileSync(new URL(`${folder}/${language}.json`, import.meta.url), "utf-8")) as Texts;
const games = readdirSync(new URL("../games", import.meta.url), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => `../games/${one.name}/words`);
const folders = [
  "../words",
  ...games.filter((folder) => {
    try {
      return readdirSync(new URL(folder, import.meta.url)).length > 0;
    } catch {
      return false;
    }
  }),
];
const LANGUAGES = ["en", "fr", "it", "de"];

describe.each(folders)("the catalogue %s", (folder) => {
  const english = read(folder, "en");
  it.each(LANGUAGES)("is whole in %s, with the same values in every text", (language) => {
    const texts = read(folder, language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${language} ${key}`).not.toBe("");
      expect(holes(text), `${language} ${key}`).toEqual(holes(english[key]!));
    }
  });
  it("speaks to a friend: no Sie, vous, Lei", () => {
    expect(Object.values(read(folder, "de")).join("\n")).not.toMatch(/\b(Sie|Ihr|Ihre|Ihnen)\b/);
    expect(Object.values(read(folder, "fr")).join("\n")).not.toMatch(/\b(vous|votre|vos)\b/i);
    expect(Object.values(read(folder, "it")).join("\n")).not.toMatch(/\bLei\b/);
  });
});

/** All that is drawn and done here, tests and words aside. */
const source = (folder: URL): string =>
  readdirSync(folder, { withFileTypes: true })
    .map((one) =>
      one.isDirectory()
        ? source(new URL(`${one.name}/`, folder))
        : /(?<!\.test)\.(ts|svelte)$/.test(one.name)
          ? readFileSync(new URL(one.name, folder), "utf-8")
          : "",
    )
    .join("\n");

it.each(folders)("every word of %s is said somewhere: one that nobody says is a thing that was forgotten", (folder) => {
  const said = source(new URL("../", import.meta.url));
  const built = new Set([...said.matchAll(/`([\w.]+)\$\{/g)].map((found) => found[1]!)); // `theme.${theme}`
  const silent = Object.keys(read(folder, "en"))
    .map((key) => key.replace(/\.(one|other)$/, ""))
    .filter(
      (key) =>
        !said.includes(`"${key}"`) && !said.includes(`'${key}'`) && ![...built].some((start) => key.startsWith(start)),
    );
  expect(silent).toEqual([]);
});

it("the home page has its own words at once, and not those of other pages", () => {
  const early = Object.keys(read("../words", "en")).filter(saidAtHome());
  for (const key of ["tagline", "waits", "no_server", "holiday.taken.one", "theme.dark", "forget_sure", "new_table"])
    expect(early).toContain(key);
  for (const key of ["companion.how", "review_working", "puzzle.tap"]) expect(early).not.toContain(key);
});

it.each(LANGUAGES)("seven colours have seven letters in %s", (language) => {
  const texts = read("../words", language);
  const letters = Object.entries(texts)
    .filter(([key]) => key.startsWith("letter."))
    .map(([, letter]) => letter);
  expect(new Set(letters).size).toBe(7);
});

it("counts as each language does: nothing is singular in French", () => {
  const french = read("../words", "fr"),
    german = read("../words", "de");
  expect(say(french, new Intl.PluralRules("fr"), "points", { n: 0 })).toBe("0 point");
  expect(say(german, new Intl.PluralRules("de"), "points", { n: 0 })).toBe("0 Punkte");
  expect(say(german, new Intl.PluralRules("de"), "points", { n: 1 })).toBe("1 Punkt");
});

it("writes minus as print does", () => {
  expect(number(-4)).toBe("−4");
  expect([signed(5), signed(0), signed(-2)]).toEqual(["+5", "0", "−2"]);
});

it("takes the first language of the browser that we speak", () => {
  expect(fromBrowser(["pt-BR", "de-CH", "en"])).toBe("de");
  expect(fromBrowser(["ja"])).toBe("en");
});
