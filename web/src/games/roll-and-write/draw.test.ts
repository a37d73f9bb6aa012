import { describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { account, byColour, cells, ghost, offers, taught, worthOf } from "./draw";
import type { Advice, Picture } from "./wire";

const load = (name: string): Picture =>
  JSON.parse(readFileSync(new URL(`../../../../tests/views/${name}.json`, import.meta.url), "utf8")).picture as Picture;
const choose = load("roll_and_write_choose");
const over = load("roll_and_write_over");

describe("a sheet", () => {
  test("has nine boxes from the top down, with what is printed in them", () => {
    const red = cells(choose.sheets[0]!.columns[0]!, choose);
    expect(red.map((cell) => cell.box)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(red.filter((cell) => cell.arrow).map((cell) => cell.box)).toEqual([6, 3]);
    expect(red.filter((cell) => cell.artefact).map((cell) => cell.box)).toEqual([8, 5]);
  });
  test("shows a number where it was written", () => {
    const column = { ...choose.sheets[0]!.columns[0]!, numbers: [2, 5] };
    expect(
      cells(column, choose)
        .filter((cell) => cell.number !== null)
        .map((cell) => [cell.box, cell.number]),
    ).toEqual([
      [2, 5],
      [1, 2],
    ]);
  });
});

describe("offers", () => {
  test("are the options with their places", () => {
    const all = offers(choose);
    expect(all.length).toBe(choose.options.length);
    for (const [colour, list] of Object.entries(byColour(all)))
      for (const offer of list) expect(offer.colour).toBe(colour);
  });
  test("the lowest number first: a 0 that counts 10 stands behind a 3", () => {
    const base = { ...offers(choose)[0]!, colour: "red" };
    const some = [10, 3].map((number) => ({ ...base, use: "number", digit: number % 10, number }));
    expect(byColour(some)["red"]!.map(ghost)).toEqual(["3", "10"]);
  });
  test("a ghost shows what will stand there", () => {
    const base = offers(choose)[0]!;
    expect(ghost({ ...base, use: "circle" })).toBe("×");
    expect(ghost({ ...base, use: "number", number: 10 })).toBe("10");
  });
});

describe("the end", () => {
  test("the account adds up to the totals", () => {
    const lines = account(over);
    over.sheets.forEach((sheet, seat) =>
      expect(lines.reduce((sum, line) => sum + line.points[seat]!, 0)).toBe(sheet.total),
    );
  });
});

describe("the teacher", () => {
  const saved = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../../tests/views/help/${name}.json`, import.meta.url), "utf8")) as {
      picture: Picture;
      helped: Record<string, Advice | null>;
    };
  test.each(["roll_and_write_choose", "roll_and_write_accelerate"])(
    "values every offer against passing, and one is best: %s",
    (name) => {
      const { picture, helped } = saved(name);
      const all = offers(picture);
      const worth = taught(all, helped["teacher"]!);
      expect(worth.size).toBe(all.length);
      const pass = all.find((one) => one.use === "refuse" || one.use === "skip")!;
      expect(worth.get(pass.index)!.gain).toBe(0);
      expect([...worth.values()].filter((one) => one.best).length).toBe(1);
      const values = helped["teacher"]!.values;
      all.forEach((one) => expect(worth.get(one.index)!.gain).toBeCloseTo(values[one.index]! - values[pass.index]!, 5));
      expect(worthOf(all, worth)).toEqual([...worth.values()].find((one) => one.best));
    },
  );
  test("is silent at other levels, and about other offers", () => {
    const { picture, helped } = saved("roll_and_write_choose");
    expect([helped["pencil"], helped["referee"]]).toEqual([null, null]);
    expect(taught(offers(picture), null).size).toBe(0);
    expect(taught(offers(picture).slice(1), helped["teacher"]!).size).toBe(0);
    expect(worthOf([], new Map())).toBeUndefined();
  });
});
