import { describe, expect, it } from "vitest";
import { body, reach, serpent } from "./serpent";

describe("the serpent", () => {
  it("winds to and fro, from the bottom upwards", () => {
    const spots = serpent(0, 7, 4, 40, 50);
    expect(spots[0]).toEqual({ x: 0, y: 50 });
    expect(spots[3]).toEqual({ x: 120, y: 50 });
    expect(spots[4]).toEqual({ x: 120, y: 0 });
    expect(spots[7]).toEqual({ x: 0, y: 0 });
  });
  it("bends round at the end of a row", () => {
    expect(body(serpent(0, 7, 4, 40, 50))).toContain("A25 25 0 0 0 120 0");
  });
  it("is long enough for every piece, also below 0", () => {
    const [from, to] = reach([-3, 21], 4, 15);
    expect(from).toBe(-3);
    expect(to).toBeGreaterThan(21);
    expect((to - from + 1) % 4).toBe(0);
  });
});
