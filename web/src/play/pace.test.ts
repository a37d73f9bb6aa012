import { expect, it } from "vitest";
import { lessonPauses, pauses } from "./pace";

it("shows a long list of moves in the time there is", () => {
  const moment = (kind: string) => ({ n: 1, entry: { by: 0, action: { do: kind }, text: "" } });
  expect(pauses([moment("answer"), moment("roll")], 5000)).toEqual([620, 700]);
  const many = pauses(
    Array.from({ length: 60 }, () => moment("uncover")),
    6000,
  );
  expect(Math.round(many.reduce((a, b) => a + b, 0))).toBe(6000);
});
it("holds what is told to oneself, and a stone that is turned over; a calm table holds everything", () => {
  const told = (seat: number) => ({ n: 1, entry: { by: 0, action: { do: "answer", seat }, text: "" } });
  const stone = { n: 2, entry: { by: 0, action: { do: "discard", seat: 1 }, text: "" } };
  expect(pauses([told(0), told(1), stone], 9000, 0)).toEqual([1240, 620, 1200]);
  expect(pauses([told(1), stone], 9000, 0, 2)).toEqual([1240, 2400]);
  expect(lessonPauses([told(1), stone, { n: 3 }])).toEqual([2000, 2000, 260]);
});
