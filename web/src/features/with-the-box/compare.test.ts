import { expect, it } from "vitest";
import { entryOf } from "./compare";

it("finds the entry that has put a stone or a card there", () => {
  const lines = [
    { note: "Ben shuffles" },
    { by: "table" as const, action: { do: "deal", log: 1, colour: "red", number: 3 }, label: "3" },
    { by: "table" as const, action: { do: "deal", stand: "B", card: [4, "blue"] }, label: "blue 4" },
    { by: "table" as const, action: { do: "turn_over", stand: "C", card: [5, "blue"] }, label: "blue 5" },
  ];
  const picture = { colours: ["blue", "red"], players: [{ stands: [{ letter: "B" }, { letter: "C" }] }] };
  expect(entryOf("logs.1.numbers.1", picture, lines)).toBe(1);
  expect(entryOf("logs.0.numbers.1", picture, lines)).toBe(-1);
  expect(entryOf("players.0.stands.0", picture, lines)).toBe(2);
  expect(entryOf("players.0.stands.1", picture, lines)).toBe(-1);
  expect(entryOf("players.0.beside.0", picture, lines)).toBe(-1);
});
