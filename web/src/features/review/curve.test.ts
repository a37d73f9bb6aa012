import { describe, expect, test } from "vitest";
import { bits, curve, spaced, type Point } from "./curve";

describe("a curve over a game", () => {
  const points: Point[] = [
    [0, 50],
    [10, 40],
    [20, 60],
  ];
  const drawn = curve(points, 20, 200, 100);
  test("goes in steps from its lowest to its highest", () =>
    expect(drawn.path).toBe("M0.0 50.0H100.0V100.0H200.0V0.0H200"));
  test("zero lies in the box if it is wanted", () => expect(curve(points, 20, 200, 60, [0]).y(0)).toBe(60));
  test("a moment lies on the line as it stood then", () => {
    expect([drawn.x(15), drawn.y(drawn.at(15))]).toEqual([150, 100]);
    expect([drawn.x(5), drawn.y(drawn.at(5))]).toEqual([50, 50]);
  });
  test("a game in which nothing changes is a level line", () =>
    expect(curve([[0, 7]], 0, 100, 40).path).toBe("M0.0 20.0H100"));
  test("rounds are numbered where there is room", () => {
    const rounds: Point[] = [0, 4, 8, 12].map((move, k): Point => [move, k]);
    expect(spaced(rounds, drawn.x, 60)).toEqual([
      [4, 1],
      [12, 3],
    ]);
  });
  test("half of the possibilities is one step", () => expect(bits(8) - bits(4)).toBe(1));
});
