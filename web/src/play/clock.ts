// Time as people read it on a clock, and how much of it a seat has now.
import type { Clock, ClockLimit } from "../net/wire";
import { t, words } from "../words/words.svelte";

export const CLOCKS = ["none", "quick", "relaxed", "move", "day", "three_days", "week", "own"] as const;
export const DAY = 86_400;
/** Seconds; who has so long does not sit before the page. */
export const SLOW = 3600;

/** A `clock` message, and when it came: what runs has run since then. */
export interface ClockState extends Clock {
  readonly at: number;
}

export function leftAt(clock: ClockState, seat: number, now: number): number | null {
  const left = clock.left[seat] ?? null;
  return left !== null && clock.running.includes(seat) ? Math.max(0, left - (now - clock.at)) : left;
}

function inUnit(n: number, unit: string, unitDisplay: "short" | "long"): string {
  return new Intl.NumberFormat(words.language, { style: "unit", unit, unitDisplay }).format(n);
}

/** The largest unit that says enough: 3 days, 5 hours, 12 minutes, 40 seconds. */
export function inWords(seconds: number, display: "short" | "long" = "long"): string {
  if (seconds >= 2 * DAY || (seconds >= DAY && seconds % DAY === 0))
    return inUnit(Math.floor(seconds / DAY), "day", display);
  if (seconds >= 7200) return inUnit(Math.floor(seconds / 3600), "hour", display);
  if (seconds >= 120 || seconds === 60) return inUnit(Math.floor(seconds / 60), "minute", display);
  return inUnit(Math.ceil(seconds), "second", display);
}

/** As it stands on the page: 4:05, or the words where seconds do not matter. */
export function onFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 7200) return inWords(seconds, "short");
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What a table's clock is, in a sentence. */
export function limitText(limit: ClockLimit): string {
  const time = inWords(limit.seconds, "short");
  return limit.kind === "move"
    ? t("clock.move_is", { time })
    : t("clock.bank_is", { time, more: inWords(limit.increment, "short") });
}
