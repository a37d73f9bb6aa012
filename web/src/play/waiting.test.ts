import { expect, test } from "vitest";
import type { RoomSummary } from "../net/wire";
import { byWait } from "./waiting";

const table = (room: string, your_move: boolean, changed: number, over = false) =>
  ({ room, your_move, changed, over }) as RoomSummary;

test("first the table that has waited longest for me, last those that wait for others", () => {
  const tables = [table("old", false, 1), table("new", false, 9), table("b", true, 5), table("a", true, 2)];
  expect(byWait([...tables, table("done", true, 0, true)]).map((one) => one.room)).toEqual(["a", "b", "new", "old"]);
});
