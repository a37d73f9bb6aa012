// What the board writes for a picture: pure functions, tested with saved views.
import { number } from "../../words/words.svelte";
import type { Final, Guessed, Picture, Stake } from "./wire";

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

/** Best and worst of what is written, as it stands. */
export function stakeOf(final: Final | undefined, count: number, picture: Picture): Stake {
  const table = final?.fixed ? picture.token_stakes : picture.stakes;
  return table[count] ?? picture.stakes[0]!;
}

export function prospects(picture: Picture, seat: number, counts: readonly number[]): { best: number; worst: number } {
  let best = 0,
    worst = 0;
  counts.forEach((count, c) => {
    const final = picture.finals[seat]?.[c];
    const fixed = final?.fixed ? (final.numbers?.length ?? 0) : count;
    const stake = stakeOf(final, fixed, picture);
    best += fixed ? stake.hit : stake.miss;
    worst += stake.miss;
  });
  return { best, worst };
}

/** How many numbers of a colour these eyes have not seen anywhere. */
export function unseen(picture: Picture, colour: number): number {
  return picture.seen[colour]?.filter((where) => where === null).length ?? 0;
}
