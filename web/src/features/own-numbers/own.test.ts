import { expect, test } from "vitest";
import { alike, table, toml } from "./own";

test("a draft must have the structure of the numbers it is for", () => {
  const own = { sizes: [1, 2], side: { top: 21, name: "x" }, missing: [] };
  expect(alike({ sizes: [3], side: { top: 4, name: "" }, missing: [{ number: 3 }] }, own)).toBe(true);
  for (const bad of [
    null,
    3,
    {},
    { ...own, sizes: ["1"] },
    { ...own, sizes: [1.5] },
    { ...own, side: { top: 1 } },
    { ...own, side: null },
    { ...own, more: 1 },
  ])
    expect(alike(bad, own), JSON.stringify(bad)).toBe(false);
});

test("a file needs only what differs from ours", () => {
  const ours = { sizes: [1, 2], top: 21, letters: "AB" };
  expect(table("wheels", ours, ours)).toEqual([]);
  expect(table("wheels", { ...ours, sizes: [1, 3], letters: "AC" }, ours)).toEqual([
    "[wheels]",
    "sizes = [1, 3]",
    'letters = "AC"',
    "",
  ]);
  expect(toml([[9, "blue"]])).toBe('[[9, "blue"]]');
});
