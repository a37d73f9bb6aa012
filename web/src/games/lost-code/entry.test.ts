import { expect, test } from "vitest";
import { file, start } from "./entry";
import type { Printed } from "./wire";

const side = (top: number, certainty: "rebuilt" | "likely") => ({
  sizes: [1, 2, 3, 4, 5, 7, 10],
  points: [6, 4, 3, 3, 2, 2, 1],
  top,
  certainty,
  source: "",
});
const own: Printed = {
  title: "ours",
  plain: side(21, "rebuilt"),
  x: side(24, "likely"),
  rounds: { "2": 10, "3": 9, "4": 8 },
  final: { source: "", certainty: "certain", hit: [5, 2, 1], miss: -2, token_factor: 2 },
  shortcut: { source: "", certainty: "certain", rounds_without: 3 },
  curse: { source: "", certainty: "certain", begins: 7, ends: 13, bonus: 1, rounds_without: 1 },
  columns: [
    { id: "blue", symbol: "eagle", letter: "B", shape: "circle" },
    { id: "red", symbol: "bear", letter: "R", shape: "triangle" },
  ],
  numbers: 8,
  x_numbers: 9,
  reconstruction: true,
};
const said = (draft: Printed): string[] => file(draft, own).split("\n").slice(1, -1).filter(Boolean);

test("who changes nothing writes nothing", () => {
  expect(said(start(own))).toEqual([]);
});
test("only what differs is written", () => {
  expect(said({ ...own, final: { ...own.final, miss: -3 }, rounds: { ...own.rounds, "2": 9 } })).toEqual([
    "[rounds]",
    "2 = 9",
    "[final]",
    "miss = -3",
  ]);
  expect(said({ ...own, x: { ...own.x, points: [7, 4, 3, 3, 2, 2, 1] } })).toEqual([
    "[wheels.x]",
    "points = [7, 4, 3, 3, 2, 2, 1]",
  ]);
});
test("a side that was compared with the box is written whole", () => {
  expect(said({ ...own, plain: { ...own.plain, certainty: "certain" } })).toEqual([
    "[wheels.plain]",
    "sizes = [1, 2, 3, 4, 5, 7, 10]",
    "points = [6, 4, 3, 3, 2, 2, 1]",
  ]);
});
test("another order of the columns names them all", () => {
  expect(said({ ...own, columns: [...own.columns].reverse() }).filter((line) => line.startsWith("id"))).toEqual([
    'id = "red"',
    'id = "blue"',
  ]);
});
