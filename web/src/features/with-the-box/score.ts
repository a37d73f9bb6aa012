// A score pad as this device keeps it: who plays, and what everyone got in each round; null: not written yet.
import { recall, remember } from "../../app/storage";

export type Score = { names: string[]; rounds: (number | null)[][] };
export const MOST_PLAYERS = 8;
export const MOST_ROUNDS = 60;

export function kept(game: string): Score {
  try {
    const found = JSON.parse(recall(`score.${game}`) ?? "null") as Score | null;
    if (found && Array.isArray(found.names) && Array.isArray(found.rounds)) return found;
  } catch {
    // not a pad
  }
  return { names: ["", ""], rounds: [[null, null]] };
}
export const keep = (game: string, score: Score): void => remember(`score.${game}`, JSON.stringify(score));

export const totals = ({ names, rounds }: Score): number[] =>
  names.map((_, player) => rounds.reduce((sum, round) => sum + (round[player] ?? 0), 0));

/** What a key makes of a number: a digit behind it, the last one away, or the sign turned round. */
export function typed(before: number | null, key: string): number | null {
  if (key === "sign") return before === null ? null : -before || 0;
  if (key === "back") return before === null || Math.abs(before) < 10 ? null : Math.trunc(before / 10);
  const next = (before ?? 0) * 10 + (before !== null && before < 0 ? -1 : 1) * Number(key);
  return Math.abs(next) > 9999 ? before : next;
}
