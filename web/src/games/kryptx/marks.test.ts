import { describe, expect, it } from "vitest";
import { read, tap } from "./marks";

describe("the pencil", () => {
  it("reads what the server kept, and leaves out what is odd", () => {
    expect(read(null)).toEqual({ v: 1, cells: {}, claim: {} });
    expect(read({ cells: { C: { "blue 7": "x", "blue 8": "?" }, D: 3 }, claim: { C: 7, D: "8" } })).toEqual({
      v: 1,
      cells: { C: { "blue 7": "x" } },
      claim: { C: 7 },
    });
  });
  it("a second tap takes the mark away; another tool changes it", () => {
    const once = tap(read(null), "C", ["blue 7"], "cross");
    expect(once.cells["C"]).toEqual({ "blue 7": "x" });
    expect(tap(once, "C", ["blue 7"], "cross").cells["C"]).toEqual({});
    expect(tap(once, "C", ["blue 7"], "maybe").cells["C"]).toEqual({ "blue 7": "o" });
    expect(tap(once, "C", ["blue 7"], "eraser").cells["C"]).toEqual({});
  });
  it("crosses a whole line at once, and takes it away only when all of it is crossed", () => {
    const once = tap(read(null), "C", ["blue 7"], "cross");
    const all = tap(once, "C", ["blue 7", "blue 8"], "cross");
    expect(all.cells["C"]).toEqual({ "blue 7": "x", "blue 8": "x" });
    expect(tap(all, "C", ["blue 7", "blue 8"], "cross").cells["C"]).toEqual({});
  });
});
