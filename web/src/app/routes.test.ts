import { expect, it } from "vitest";
import { placeOf } from "./routes";

it("reads the address", () => {
  expect(placeOf("/", "")).toEqual({ page: "home" });
  expect(placeOf("/box", "")).toEqual({ page: "box" });
  expect(placeOf("/game/lost-code", "")).toEqual({ page: "game", game: "lost-code" });
  expect(placeOf("/t/abc-1", "")).toEqual({ page: "table", id: "abc-1", screen: false });
  expect(placeOf("/t/abc-1", "#screen")).toEqual({ page: "table", id: "abc-1", screen: true });
  expect(placeOf("/companion/lost-code", "#evening?id=x")).toEqual({ page: "companion", game: "lost-code" });
  expect(placeOf("/t/abc-1", "#replay?move=3")).toEqual({ page: "replay", id: "abc-1" });
});
