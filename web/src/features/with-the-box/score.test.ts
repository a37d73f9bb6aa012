import { expect, it } from "vitest";
import { totals, typed } from "./score";

it("types a number by its keys", () => {
  const keys = (...all: string[]): number | null => all.reduce<number | null>(typed, null);
  expect(keys("1", "2")).toBe(12);
  expect(keys("1", "2", "sign", "5")).toBe(-125);
  expect(keys("1", "2", "back")).toBe(1);
  expect(keys("1", "back")).toBeNull();
  expect(keys("sign")).toBeNull();
  expect(keys("0", "sign")).toBe(0);
  expect(keys("9", "9", "9", "9", "9")).toBe(9999);
});

it("adds up what is written", () => {
  expect(totals({ names: ["a", "b"], rounds: [[3, null], [-5, 2]] })).toEqual([-2, 2]); // prettier-ignore
});
