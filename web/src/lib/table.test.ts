import { expect, it } from "vitest";
import { pauses } from "./pace";
import { placeOf } from "./place";
import { retryDelay } from "./socket";

it("waits longer and longer before it reconnects, but never more than 15 seconds", () => {
  expect([0, 1, 2, 3, 4, 9].map(retryDelay)).toEqual([1, 2, 4, 8, 15, 15]);
});
it("shows a long list of moves in the time there is", () => {
  const moment = (kind: string) => ({ n: 1, entry: { by: 0, action: { do: kind }, text: "" } });
  expect(pauses([moment("answer"), moment("roll")], 5000)).toEqual([620, 240]);
  const many = pauses(
    Array.from({ length: 60 }, () => moment("uncover")),
    6000,
  );
  expect(Math.round(many.reduce((a, b) => a + b, 0))).toBe(6000);
});
it("reads the address", () => {
  expect(placeOf("/", "")).toEqual({ page: "home" });
  expect(placeOf("/t/abc-1", "")).toEqual({ page: "table", room: "abc-1", screen: false });
  expect(placeOf("/t/abc-1", "#screen")).toEqual({ page: "table", room: "abc-1", screen: true });
  expect(placeOf("/t/abc-1", "#replay?move=3")).toEqual({ page: "replay", room: "abc-1" });
});
