import { expect, it } from "vitest";
import { grouped, plain, title } from "./group";

const legal = [
  { action: { do: "bet", rank: 1 }, label: "Bet on 1" },
  { action: { do: "pass" }, label: "Pass" },
  { action: { do: "bet", rank: 2 }, label: "Bet on 2" },
];

it("groups any game's actions by kind and keeps their places in the list", () => {
  expect(grouped(legal)).toEqual([
    {
      name: "bet",
      choices: [
        { index: 0, label: "Bet on 1" },
        { index: 2, label: "Bet on 2" },
      ],
    },
    { name: "pass", choices: [{ index: 1, label: "Pass" }] },
  ]);
});
it("finds an action by its words", () => {
  expect(grouped(legal, "pass")).toEqual([{ name: "pass", choices: [{ index: 1, label: "Pass" }] }]);
});
it("knows a plain list and reads a field's name", () => {
  expect([plain([1, null, "x"]), plain([[1]]), plain({})]).toEqual([true, false, false]);
  expect(title("numbers_left")).toBe("numbers left");
});
