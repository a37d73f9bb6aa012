// What an owner of The Lost Code starts with, our own numbers, and the file: only what differs from them.
import { table, toml } from "../../features/own-numbers/own";
import type { Printed, PrintedSide } from "./wire";

export const start = (own: Printed): Printed => own;

/** A side that was compared with the box is written whole: then nothing of it is our guess any more. */
function side(name: string, draft: PrintedSide, own: PrintedSide): string[] {
  const { sizes, points } = draft;
  const compared = draft.certainty === "certain" && own.certainty !== "certain";
  return table(name, { sizes, points }, compared ? {} : { sizes: own.sizes, points: own.points });
}

export function file(draft: Printed, own: Printed): string {
  const columns = JSON.stringify(draft.columns) === JSON.stringify(own.columns) ? [] : draft.columns;
  const lines = [
    "# The numbers of a box of The Lost Code: what differs from Tepui's own.",
    "",
    ...side("wheels.plain", draft.plain, own.plain),
    ...side("wheels.x", draft.x, own.x),
    ...table("rounds", draft.rounds, own.rounds),
    ...table("final", draft.final, own.final),
    ...table("shortcut", draft.shortcut, own.shortcut),
    ...table("curse", draft.curse, own.curse),
    ...columns.flatMap((column) => [
      "[[colours.column]]",
      ...(["id", "symbol", "letter", "shape"] as const).map((key) => `${key} = ${toml(column[key])}`),
      "",
    ]),
  ];
  return `${lines.slice(0, -1).join("\n")}\n`;
}
