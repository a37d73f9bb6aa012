// What the board writes for a picture: pure functions, tested with saved views.
import { number } from "../../words/words.svelte";
import type { Guessed, Picture } from "./wire";

export const range = (low: number, high: number): string =>
  low === high ? number(low) : `${number(low)}–${number(high)}`;

/** The sums a row leaves: "9–15", or two ranges after a miss with the smallest wheel. */
export function sums(guess: Guessed): string[] {
  if (guess.answer === null) return [`(${range(guess.low, guess.high)})`];
  return guess.sums.map(([low, high]) => range(low, high));
}

/** The row of the last round in which every answer has been given: what the table has just said. */
export function lastChecked(picture: Picture): Picture["rows"][number] | null {
  return [...picture.rows].reverse().find((row) => row.guesses.some((guess) => guess?.answer)) ?? null;
}

/** Seats in the order of play; from the final guesses on nobody plays any more, and whoever is ahead comes first. */
export function seatOrder(picture: Picture): number[] {
  const seats = picture.scores.map((_, seat) => seat);
  if (/final|score|over/.test(picture.phase)) return seats.sort((a, b) => picture.ranks[a]! - picture.ranks[b]!);
  return picture.order.length ? picture.order : seats;
}
