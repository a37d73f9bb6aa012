import { expect, it } from "vitest";
import { askedAfter, keyOf, likely, noted, type KnownForm } from "./known";
import type { CompanionForm } from "../../net/wire";

const form = (by: number | "table", actions: object[]): CompanionForm => ({
  by,
  prompt: "?",
  kind: "x",
  choices: actions.map((action) => ({ by, action, label: JSON.stringify(action), group: null })),
  gone: [],
});
const die = (n: number, ...colours: string[]): CompanionForm =>
  form("table", colours.map((colour) => ({ do: "roll", die: n, colour }))); // prettier-ignore
const wheel = (by: number, ...sizes: number[]): CompanionForm =>
  form(by, sizes.map((size) => ({ do: "guess", wheel: size }))); // prettier-ignore

it("knows a question again by who, what kind and what all its keys have in common", () => {
  expect(keyOf(die(0, "red", "blue"))).toBe(keyOf(die(0, "blue", "green")));
  expect(keyOf(die(0, "red", "blue"))).not.toBe(keyOf(die(1, "red", "blue")));
  expect(keyOf(wheel(0, 3, 4))).not.toBe(keyOf(wheel(1, 3, 4)));
});

it("remembers every key that a question ever had", () => {
  const known = noted(noted([], wheel(0, 3, 4)), wheel(0, 4, 7));
  expect(known).toHaveLength(1);
  expect(known[0]!.form.choices.map(({ action }) => (action as { wheel: number }).wheel)).toEqual([4, 7, 3]);
});

it("asks what was asked the last time after the same questions", () => {
  const round = [die(0, "red", "blue"), die(1, "red", "blue"), wheel(0, 3, 4), wheel(1, 3, 4)];
  let known: KnownForm[] = [];
  let asked: string[] = [];
  for (const one of round) [known, asked] = [noted(known, one), askedAfter(asked, one)];
  expect(likely(known, asked)).toBeNull(); // nothing has come round yet
  asked = askedAfter(asked, round[0]!);
  expect(likely(known, asked)!.key).toBe(keyOf(round[1]!));
  asked = askedAfter(askedAfter(asked, round[1]!), round[2]!);
  expect(likely(known, asked)!.key).toBe(keyOf(round[3]!));
});
