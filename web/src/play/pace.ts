// How fast moves are shown one by one.
import type { Moment } from "../net/wire";

/** How long a move stays before the next one is shown, in ms; what is not named takes 260. */
const PAUSE: Record<string, number> = {
  deal: 20,
  stack: 60,
  roll: 700,
  roll_digit: 700,
  take: 420,
  refuse: 420,
  answer: 620,
  discard: 1200, // a stone is turned over: its number is the news
  draw: 420,
  uncover: 200,
  show: 260,
};

/** What kind of move it was, as the game calls it. */
export function kindOf({ entry }: Moment): string {
  return (entry?.action as { do?: string } | undefined)?.do ?? "";
}

/** What is told to oneself stays twice as long. */
function pause(moment: Moment, eye: unknown): number {
  const kind = kindOf(moment);
  const own = kind === "answer" && (moment.entry?.action as { seat?: number }).seat === eye;
  return (PAUSE[kind] ?? 260) * (own ? 2 : 1);
}

/** `slow`: at a calm table everything takes longer, and not only the bots. */
export function pauses(moments: readonly Moment[], most: number, eye: unknown = null, slow = 1): number[] {
  const plain = moments.map((moment) => slow * pause(moment, eye));
  const sum = plain.reduce((a, b) => a + b, 0);
  return sum <= slow * most ? plain : plain.map((one) => (one * slow * most) / sum);
}

/** Somebody learns from it: what the table answers waits for a tap, two seconds at most. */
export function lessonPauses(moments: readonly Moment[]): number[] {
  return moments.map((moment) => Math.max(pause(moment, null), /answer|discard/.test(kindOf(moment)) ? 2000 : 0));
}
