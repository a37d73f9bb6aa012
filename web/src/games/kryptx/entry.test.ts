import { expect, test } from "vitest";
import { file, palette, start } from "./entry";
import type { Printed } from "./wire";

const own: Printed = {
  numbers: [0, 1, 2],
  colours: [
    { name: "blue", letter: "B", shape: "circle" },
    { name: "green", letter: "G", shape: "leaf" },
  ],
  missing: [],
  letters: "ABCDEFGHI",
  cards: 6,
  least: 5,
};
const said = (draft: Printed): string[] => file(draft, own).split("\n").slice(1, -1).filter(Boolean);

test("only what differs is written", () => {
  expect(said(start(own))).toEqual([]);
  expect(said({ ...own, missing: [{ number: 2, colour: "blue" }] })).toEqual(["[deck]", 'missing = [[2, "blue"]]']);
  expect(said({ ...own, letters: "ABCDEFGHJ" })).toEqual(["[stands]", 'letters = "ABCDEFGHJ"']);
  expect(said({ ...own, numbers: [0, 1], colours: own.colours.slice(1) })).toEqual([
    "[deck]",
    "numbers = [0, 1]",
    "[[colours]]",
    'name = "green"',
    'letter = "G"',
    'shape = "leaf"',
  ]);
});
test("every colour of the house can be chosen, ours first", () => {
  expect(palette(own).map((colour) => colour.name)).toEqual([
    "blue",
    "green",
    "yellow",
    "purple",
    "pink",
    "red",
    "orange",
  ]);
  expect(new Set(palette(own).flatMap((colour) => [colour.letter, colour.shape])).size).toBe(14);
});
