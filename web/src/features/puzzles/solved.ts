// What this device has solved: the puzzles of the day with their tries, a streak, and own puzzles that come back.
import { recall, remember } from "../../app/storage";
import type { OwnPuzzle, OwnPuzzles } from "../../net/wire";

/** How a puzzle of the day stands: open with some tries, solved on a day, or shown. */
export type Result = { tries: number; state: "open" | "solved" | "shown"; on: string };
/** A puzzle of an own game: when it is asked again, and how often it was solved at once. */
export type Again = { game: string; room: string; seat: number; move: number; kind: string; step: number; due: string };

const WEEK = 7;
const MOST = 800; // days that are remembered, and own puzzles
/** Days until an own puzzle comes back: after the first time, and after each time that it was solved at once. */
export const PAUSES = [1, 4, 14] as const;

function kept<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(recall(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}
const results = (game: string): Record<string, Result> => kept(`puzzles.${game}`, {});

export const resultOf = (game: string, date: string): Result =>
  results(game)[date] ?? { tries: 0, state: "open", on: "" };

export function keepResult(game: string, date: string, result: Result): void {
  const all = Object.entries({ ...results(game), [date]: result }).sort(([a], [b]) => a.localeCompare(b));
  remember(`puzzles.${game}`, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
}

export function later(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** Days whose puzzle was solved on its own day, up to today or yesterday; one day in seven may be left out. */
export function streak(game: string, today: string): number {
  const all = results(game);
  const kept = (date: string): boolean => all[date]?.state === "solved" && all[date].on === date;
  let days = 0;
  let since = WEEK; // days that were kept since the last free one
  for (let day = kept(today) ? today : later(today, -1); kept(day) || since >= WEEK - 1; day = later(day, -1)) {
    since = kept(day) ? since + 1 : 0;
    if (kept(day)) days++;
  }
  return days;
}

// ---- own puzzles ----

/** What was overlooked in one's own games: by game and kind of puzzle, how often in which game, the newest last. */
type Missed = Record<
  string,
  { game: string; kind: string; name: string; in: { room: string; seat: number; n: number }[] }
>;
const REMEMBERED = 10; // games

/** The kinds of puzzle in which something was overlooked, the one that was most often first. */
export function missedIn(puzzles: readonly OwnPuzzle[]): { kind: string; name: string; n: number }[] {
  const found = [...new Map(puzzles.map(({ kind, name }) => [kind, name]))].map(([kind, name]) => {
    return { kind, name, n: puzzles.filter((one) => one.missed && one.kind === kind).length };
  });
  return found.filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
}
export function noteMissed({ game, seat, puzzles }: OwnPuzzles, room: string): void {
  const all = kept<Missed>("missed", {});
  for (const { kind, name, n } of missedIn(puzzles)) {
    const before = (all[`${game} ${kind}`]?.in ?? []).filter((one) => one.room !== room || one.seat !== seat);
    all[`${game} ${kind}`] = { game, kind, name, in: [...before, { room, seat, n }].slice(-REMEMBERED) };
  }
  remember("missed", JSON.stringify(all));
}
/** The mistake that is made most often, and the newest game with it. */
export function favourite(): { game: string; name: string; path: string } | null {
  const often = (one: Missed[string]): number => one.in.reduce((sum, { n }) => sum + n, 0);
  const [most] = Object.values(kept<Missed>("missed", {})).sort((a, b) => often(b) - often(a));
  const last = most?.in.at(-1);
  return last ? { ...most!, path: `/t/${last.room}#puzzles?seat=${last.seat}&kind=${most!.kind}` } : null;
}

const agains = (): Again[] => kept<Again[]>("own-puzzles", []);
type Which = Omit<Again, "step" | "due">;
const same = (a: Which, b: Which): boolean =>
  a.room === b.room && a.seat === b.seat && a.move === b.move && a.kind === b.kind;

/** Solved at once it comes back later each time, and in the end no more; otherwise tomorrow. */
export function noteOwn(which: Which, atOnce: boolean, today: string): void {
  const before = agains().find((one) => same(one, which));
  const others = agains().filter((one) => !same(one, which));
  const step = before ? (atOnce ? before.step + 1 : 0) : 0;
  const pause = PAUSES[step];
  const { game, room, seat, move, kind } = which;
  const next = pause === undefined ? [] : [{ game, room, seat, move, kind, step, due: later(today, pause) }];
  remember("own-puzzles", JSON.stringify([...others, ...next].slice(-MOST)));
}

export const due = (today: string): Again[] =>
  agains()
    .filter((one) => one.due <= today)
    .sort((a, b) => a.due.localeCompare(b.due));
