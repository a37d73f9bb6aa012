import { expect, it } from "vitest";
import { columns } from "./bins";

const rows = (...points: number[]): { points: number; you: boolean }[] =>
  points.map((one, k) => ({ points: one, you: !k }));

it("puts everyone into one column, and says which is yours", () => {
  const found = columns(rows(12, -20, 3, 12, 40), 4);
  expect(found.map(({ n }) => n)).toEqual([1, 1, 2, 1]);
  expect(found.filter(({ you }) => you).map(({ from, to }) => [from, to])).toEqual([[12, 27]]);
  expect(found[0]!.from).toBe(-20);
});
it("is one column if all did the same", () => {
  expect(columns(rows(7, 7))).toEqual([{ from: 7, to: 7, n: 2, you: true }]);
});
