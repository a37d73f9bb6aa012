import { beforeEach, expect, test, vi } from "vitest";
import { due, keepResult, later, noteOwn, resultOf, streak } from "./solved";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

const solved = (on: string) => ({ tries: 1, state: "solved" as const, on });

test("a streak is days in a row, each solved on its own day", () => {
  for (const day of ["2026-11-30", "2026-12-01", "2026-12-02"]) keepResult("kryptx", day, solved(day));
  expect(streak("kryptx", "2026-12-02")).toBe(3);
  expect(streak("kryptx", "2026-12-03")).toBe(3); // today's is still open
  expect(streak("kryptx", "2026-12-04")).toBe(0);
  keepResult("kryptx", "2026-12-03", solved("2026-12-04")); // a day late
  expect(streak("kryptx", "2026-12-04")).toBe(0);
  expect(streak("lost-code", "2026-12-02")).toBe(0);
});

test("what was shown ends it, and an unknown day is open", () => {
  keepResult("kryptx", "2026-12-01", solved("2026-12-01"));
  keepResult("kryptx", "2026-12-02", { tries: 2, state: "shown", on: "2026-12-02" });
  expect(streak("kryptx", "2026-12-02")).toBe(1); // yesterday's row still stands until the day is over
  expect(streak("kryptx", "2026-12-03")).toBe(0);
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
