import { describe, expect, test } from "vitest";
import { bits, curve } from "./curve";

describe("a curve over a game", () => {
  const drawn = curve(
    [
      [0, 50],
      [10, 40],
      [20, 60],
    ],
    20,
    200,
    100,
  );
  test("goes in steps from its lowest to its highest", () => {
    expect(drawn.path).toBe("M0.0 50.0H100.0V100.0H200.0V0.0H200");
    expect([drawn.low, drawn.high]).toEqual([40, 60]);
  });
  test("a moment lies on the line as it stood then", () => {
    expect(drawn.place(15)).toEqual({ x: 150, y: 100 });
    expect(drawn.place(5)).toEqual({ x: 50, y: 50 });
  });
  test("a game in which nothing changes is a level line", () =>
    expect(curve([[0, 7]], 0, 100, 40).path).toBe("M0.0 20.0H100"));
  test("half of the possibilities is one step", () => expect(bits(8) - bits(4)).toBe(1));
});
