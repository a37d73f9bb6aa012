import { beforeEach, expect, test, vi } from "vitest";
import type { OwnPuzzle } from "../../net/wire";
import { due, favourite, keepResult, later, missedIn, noteMissed, noteOwn, resultOf, streak } from "./solved";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

const solved = (on: string) => ({ tries: 1, state: "solved" as const, on });

const solve = (from: string, days: number): void => {
  for (let n = 0; n < days; n++) keepResult("kryptx", later(from, n), solved(later(from, n)));
};

test("a streak is days in a row, each solved on its own day", () => {
  solve("2026-11-30", 3);
  expect(streak("kryptx", "2026-12-02")).toBe(3);
  expect(streak("kryptx", "2026-12-03")).toBe(3); // today's is still open
  expect(streak("kryptx", "2026-12-04")).toBe(3); // one day was free
  expect(streak("kryptx", "2026-12-05")).toBe(0); // two are too many
  keepResult("kryptx", "2026-12-03", solved("2026-12-04")); // a day late
  expect(streak("kryptx", "2026-12-05")).toBe(0);
  expect(streak("lost-code", "2026-12-02")).toBe(0);
});

test("one day a week is free, and not a second one", () => {
  solve("2026-12-01", 6);
  solve("2026-12-08", 6);
  solve("2026-12-15", 2);
  expect(streak("kryptx", "2026-12-16")).toBe(14); // the 7th and the 14th were free
  solve("2026-12-18", 1);
  expect(streak("kryptx", "2026-12-18")).toBe(3); // the 17th is free, so the 14th ends it
});

test("what was shown is a free day, and an unknown day is open", () => {
  solve("2026-12-01", 1);
  keepResult("kryptx", "2026-12-02", { tries: 2, state: "shown", on: "2026-12-02" });
  expect(streak("kryptx", "2026-12-03")).toBe(1);
  expect(streak("kryptx", "2026-12-04")).toBe(0);
  expect(resultOf("kryptx", "2026-12-05")).toEqual({ tries: 0, state: "open", on: "" });
});

test("an own puzzle comes back after 1, 4 and 14 days, and then no more", () => {
  const which = { game: "kryptx", room: "r", seat: 0, move: 7, kind: "name" };
  let day = "2026-12-01";
  noteOwn(which, true, day);
  for (const pause of [1, 4, 14]) {
    expect(due(later(day, pause - 1))).toEqual([]);
    day = later(day, pause);
    expect(due(day).length).toBe(1);
    noteOwn(which, true, day);
  }
  expect(due("2027-12-01")).toEqual([]);
  noteOwn(which, true, day);
  noteOwn(which, true, later(day, 1));
  noteOwn(which, false, later(day, 5)); // not at once: tomorrow again
  expect(due(later(day, 6)).map((one) => one.step)).toEqual([0]);
});

test("offers the mistake that is made most often, in the newest game with it", () => {
  const puzzle = (kind: string, missed: boolean): OwnPuzzle => ({
    seat: 0,
    move: 7,
    kind,
    name: kind,
    level: 1,
    missed,
  });
  const all = [puzzle("wheel", true), puzzle("wheel", false), puzzle("sure", true), puzzle("sure", true)];
  expect(missedIn(all).map(({ kind, n }) => [kind, n])).toEqual([["sure", 2], ["wheel", 1]]); // prettier-ignore
  expect(favourite()).toBeNull();
  const twice = [puzzle("wheel", true), puzzle("wheel", true)];
  noteMissed({ game: "lost-code", title: "", seat: 0, puzzles: all }, "one");
  noteMissed({ game: "lost-code", title: "", seat: 0, puzzles: twice }, "two");
  noteMissed({ game: "lost-code", title: "", seat: 0, puzzles: twice }, "two"); // looked at again
  expect(favourite()?.path).toBe("/t/two#puzzles?seat=0&kind=wheel");
  noteMissed({ game: "kryptx", title: "", seat: 1, puzzles: Array(9).fill(puzzle("name", true)) }, "three");
  expect(favourite()).toMatchObject({ game: "kryptx", path: "/t/three#puzzles?seat=1&kind=name" });
});
