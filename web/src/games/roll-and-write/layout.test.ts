import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { file, start } from "./entry";
import { counted, empty, layoutOf, moved, signAt, step, toml } from "./layout";
import type { Picture } from "./wire";

const read = (name: string): string =>
  readFileSync(new URL(`../../../../tests/views/${name}`, import.meta.url), "utf8");
const { printed } = (JSON.parse(read("roll_and_write_choose.json")) as { picture: Picture }).picture;

describe("a box", () => {
  test("steps through nothing, arrow, artefact, both, and round again", () => {
    let layout = empty(printed);
    const seen = Array.from({ length: 5 }, () => {
      layout = step(layout, "green", 4);
      return signAt(layout, "green", 4);
    });
    expect(seen).toEqual(["arrow", "artefact", "both", "none", "arrow"]);
    expect(signAt(step(layout, "green", 4, -1), "green", 4)).toBe("none");
  });
  test("changes nothing else, and the old sheet stays as it was", () => {
    const before = layoutOf(printed);
    const after = step(before, "red", 1);
    expect(after.arrows["red"]).toEqual([1, 3, 6]);
    expect(before.arrows["red"]).toEqual([3, 6]);
    expect(after.artefacts).toEqual(before.artefacts);
    expect([counted(after, "arrows"), counted(after, "artefacts")]).toEqual([13, 12]);
  });
  test("is reached by the arrow keys: columns go round, boxes end at 1 and 9", () => {
    expect(moved(printed, "red", 9, "ArrowUp")).toEqual({ colour: "red", box: 9 });
    expect(moved(printed, "red", 9, "ArrowLeft")).toEqual({ colour: "purple", box: 9 });
    expect(moved(printed, "blue", 3, "ArrowDown")).toEqual({ colour: "blue", box: 2 });
    expect(moved(printed, "blue", 3, "End")).toEqual({ colour: "purple", box: 3 });
    expect(moved(printed, "blue", 3, "x")).toBeNull();
  });
});

describe("the file", () => {
  test("is the one that the rules read (tests/roll_and_write/test_parts.py)", () => {
    expect(toml(layoutOf(printed))).toBe(read("roll_and_write_sheet.toml"));
  });
  test("keeps the ladders of an opened file, if they are not the game's own", () => {
    expect(toml(empty(printed), printed, printed)).toBe(toml(empty(printed)));
    const other = { ...printed, expedition: [0, -25, ...printed.expedition.slice(2)] };
    expect(toml(empty(printed), other, printed)).toContain(
      "[expedition]\npoints = [0, -25, -15, -10, 5, 10, 15, 30, 35, 50]\n\n[layout]",
    );
    expect(toml(empty(printed), other, printed)).not.toContain("[refusals]");
  });
  test("says nothing of what is as on our own sheet: nobody has compared it", () => {
    expect(file(start(printed), printed)).not.toContain("[");
    const other = { ...printed, arrows: { ...printed.arrows, red: [1] } };
    expect(file(other, printed)).toBe(toml(layoutOf(other)));
  });
});
