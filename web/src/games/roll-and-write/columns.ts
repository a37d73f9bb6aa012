// What is said of a column: to a screen reader, to whoever taps it, and by the teacher.
import { average, colourWord, number, wordsOf } from "../../words/words.svelte";
import { place, spoken, worthOf, type Offer } from "./draw";
import type { Hand } from "./hand.svelte";
import type { Picture } from "./wire";

const w = wordsOf("roll-and-write");
type Sheet = Picture["sheets"][number];

export function columnLabel(sheet: Sheet, c: number, hand: Hand | undefined): string {
  const column = sheet.columns[c]!;
  const said = w("column", {
    colour: colourWord(column.colour),
    numbers: spoken(sheet, c),
    points: number(column.points),
  });
  const can = (hand?.columns[column.colour] ?? []).map((one) => {
    const worth = hand!.taught.get(one.index);
    return [
      hand!.label(one),
      worth ? w(hand!.accelerating ? "teach.skip" : "teach.refuse", { gain: average(worth.gain) }) : "",
      worth?.best ? w("teach.best") : "",
    ]
      .filter(Boolean)
      .join(", ");
  });
  return [said, column.circle === "marked" ? w("doubled") : "", ...can].filter(Boolean).join("; ");
}

/** What a column counts, and what one number more would make of it. */
export function whyPoints(picture: Picture, seat: number, c: number): string {
  const { numbers, circle, points, next } = picture.sheets[seat]!.columns[c]!;
  const facts = { n: numbers.length, points: number(points), next: number(next ?? points) };
  if (next === null) return w("why.points_full", facts);
  return w(circle === "marked" && !numbers.length ? "why.circle" : "why.points", facts);
}

/** Of several numbers that fit a box, is this the one the teacher would write? */
export function better(one: Offer, can: readonly Offer[], hand: Hand | undefined): boolean {
  const here = can.filter((other) => place(other) === place(one));
  return !!hand?.taught.size && here.length > 1 && hand.taught.get(one.index) === worthOf(here, hand.taught);
}
