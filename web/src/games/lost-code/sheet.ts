// What stands in a box of the sheet at each level of help: pure functions, tested with saved messages.
import type { Level } from "../../play/sitting";
import { unseen } from "./draw";
import { place, type Mark, type Marks } from "./marks";
import type { Picture, Shown, Stake } from "./wire";

/** My pencil is one layer, what the machine adds another: neither ever touches the other. */
export type Box = { mark: Mark | null; seen: boolean; share: number | null; dot: boolean };

export function boxOf(picture: Picture, level: Level, shown: Shown | null, marks: Marks, c: number, n: number): Box {
  const mark = marks.cells[place(picture.colours[c]!, n)] ?? null;
  const seen = level !== "pencil" && picture.seen[c]?.[n] != null;
  const share = level === "teacher" && !seen ? (shown?.shares?.[c]?.[n] ?? null) : null;
  return { mark, seen, share, dot: share === 0 };
}

/** How many numbers a stone may still have, as far as this level tells. */
export function countOf(picture: Picture, level: Level, shown: Shown | null, c: number): number | null {
  if (level === "pencil") return null;
  return shown?.shares?.[c]?.filter((share) => share > 0).length ?? unseen(picture, c);
}

/** The chance that the own sum lies in the window of a wheel. */
export function chanceOf(sums: readonly number[], low: number, high: number): number {
  return sums.slice(low, high + 1).reduce((whole, share) => whole + share, 0);
}

/** Points that a final guess with these numbers brings on average. */
export function expected(shares: readonly number[], numbers: readonly number[], stake: Stake): number {
  const hit = numbers.reduce((whole, n) => whole + (shares[n] ?? 0), 0);
  return hit * stake.hit + (1 - hit) * stake.miss;
}

/** Columns in which crosses stand that cannot all be right: the empty ones, or all that have been crossed in. */
export function clashing(picture: Picture, shown: Shown | null, marks: Marks): boolean[] {
  if (!shown?.clash) return picture.colours.map(() => false);
  return picture.colours.map((colour) =>
    shown.empty.length
      ? shown.empty.includes(colour)
      : Object.entries(marks.cells).some(([key, mark]) => mark === "x" && key.startsWith(`${colour} `)),
  );
}

/** The rounds that a proof speaks of: a line about a round begins with its number and a colon. */
export function roundsIn(lines: readonly string[]): Set<number> {
  return new Set(lines.flatMap((line) => /^\D+(\d+)\s*:/.exec(line)?.[1] ?? []).map(Number));
}
