import { expect, it } from "vitest";
import { pauses } from "./pace";

it("shows a long list of moves in the time there is", () => {
  const moment = (kind: string) => ({ n: 1, entry: { by: 0, action: { do: kind }, text: "" } });
  expect(pauses([moment("answer"), moment("roll")], 5000)).toEqual([620, 240]);
  const many = pauses(
    Array.from({ length: 60 }, () => moment("uncover")),
    6000,
  );
  expect(Math.round(many.reduce((a, b) => a + b, 0))).toBe(6000);
});
