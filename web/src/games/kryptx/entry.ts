// What an owner of Kryptx starts with, our own deck, and the file: only what differs from it.
import { COLOURS } from "../../art/glyphs";
import { table, toml } from "../../features/own-numbers/own";
import type { Printed } from "./wire";

export const start = (own: Printed): Printed => own;

/** Every colour that the house can draw, with its letter and shape; ours first, as our own deck has them. */
export function palette(own: Printed): Printed["colours"] {
  const SHAPE: Record<string, [string, string]> = {
    blue: ["B", "circle"],
    yellow: ["Y", "star"],
    purple: ["L", "crescent"],
    green: ["G", "leaf"],
    pink: ["P", "blossom"],
    red: ["R", "triangle"],
    orange: ["O", "square"],
  };
  const there = new Set(own.colours.map((colour) => colour.name));
  const more = COLOURS.filter((name) => !there.has(name)).map((name) => ({
    name,
    letter: SHAPE[name]![0],
    shape: SHAPE[name]![1],
  }));
  return [...own.colours, ...more];
}

export function file(draft: Printed, own: Printed): string {
  const deck = ({ numbers, missing }: Printed) => ({
    numbers,
    missing: missing.map((card) => [card.number, card.colour]),
  });
  const colours = JSON.stringify(draft.colours) === JSON.stringify(own.colours) ? [] : draft.colours;
  const lines = [
    "# The cards of a box of Kryptx: what differs from Tepui's own.",
    "",
    ...table("deck", deck(draft), deck(own)),
    ...colours.flatMap((colour) => [
      "[[colours]]",
      ...(["name", "letter", "shape"] as const).map((key) => `${key} = ${toml(colour[key])}`),
      "",
    ]),
    ...table("stands", { letters: draft.letters }, { letters: own.letters }),
  ];
  return `${lines.slice(0, -1).join("\n")}\n`;
}
