// What stands in a box of the sheet at each level of help: pure functions, tested with saved messages.
import type { Level } from "../../play/sitting";
import { place, stale, type Mark, type Marks } from "./marks";
import type { Final, Picture, Shown, Stake } from "./wire";

/** My pencil is one layer, what the machine adds another: neither ever touches the other. */
export type Box = { mark: Mark | null; seen: boolean; share: number | null; dot: boolean };

export function boxOf(picture: Picture, level: Level, shown: Shown | null, marks: Marks, c: number, n: number): Box {
  const mark = marks.cells[place(picture.colours[c]!, n)] ?? null;
  const seen = level !== "pencil" && picture.seen[c]?.[n] != null;
  const share = level === "teacher" && !seen ? (shown?.shares?.[c]?.[n] ?? null) : null;
  return { mark, seen, share, dot: share === 0 };
}

/** A colour whose stone was exchanged after crosses had been made about it, not yet asked about. */
export function oldCrosses(
  picture: Picture,
  marks: Marks,
): { colour: Picture["colours"][number]; since: number } | null {
  const found = picture.colours.map((colour, c) => ({ colour, since: picture.since[c] ?? 0 }));
  return found.find(({ colour, since }) => stale(marks, colour, since)) ?? null;
}

/** My final guesses as they stand, with what each would bring: written, fixed by a token, or still in my hand. */
export type Writing = { colour: Picture["colours"][number]; fixed: boolean; numbers: readonly number[]; stake: Stake };
export function writingOf(picture: Picture, own: Partial<Record<string, readonly number[]>>): Writing[] {
  return picture.colours.map((colour, c) => {
    const final: Final | undefined = picture.me === null ? undefined : picture.finals[picture.me]?.[c];
    const numbers = final?.numbers ?? (final?.fixed ? [] : (own[colour] ?? []));
    return { colour, fixed: !!final?.fixed, numbers, stake: final?.stake ?? picture.stakes[numbers.length]! };
  });
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
