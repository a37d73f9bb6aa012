import { expect, it } from "vitest";
import { place, read, rub, stale, tap } from "./marks";

it("a tap makes a mark, a second tap takes it away, another tool changes it", () => {
  const key = place("red", 4);
  const crossed = tap(read(null), key, "cross");
  expect(crossed.cells).toEqual({ "red 4": "x" });
  expect(tap(crossed, key, "cross").cells).toEqual({});
  expect(tap(crossed, key, "maybe").cells).toEqual({ "red 4": "o" });
  expect(tap(crossed, key, "eraser").cells).toEqual({});
});

it("reads back what the server kept, and nothing else", () => {
  expect(
    read({ cells: { "blue 1": "x", "blue 2": "<script>" }, rubbed: { red: 3, blue: "x" }, finals: { red: [1, "2"] } }),
  ).toEqual({ v: 1, cells: { "blue 1": "x" }, rubbed: { red: 3 }, finals: { red: [1] } });
  expect(read("nonsense").cells).toEqual({});
});

it("asks once about the crosses of an exchanged stone, and leaves dots alone", () => {
  let marks = tap(tap(read(null), place("red", 4), "cross"), place("red", 5), "maybe");
  expect(stale(marks, "red", 2)).toBe(true);
  expect(stale(marks, "blue", 2)).toBe(false);
  marks = rub(marks, "red", 2, true);
  expect(marks.cells).toEqual({ "red 5": "o" });
  expect(stale(tap(marks, place("red", 1), "cross", 2), "red", 2)).toBe(false);
});
