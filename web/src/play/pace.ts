// How fast moves are shown one by one.
import type { Moment } from "../net/wire";

/** How long a move stays before the next one is shown, in ms; what is not named takes 260. */
const PAUSE: Record<string, number> = {
  deal: 20,
  stack: 60,
  roll: 240,
  roll_digit: 700,
  take: 420,
  refuse: 420,
  answer: 620,
  discard: 520,
  draw: 420,
  uncover: 200,
  show: 260,
};

/** What kind of move it was, as the game calls it. */
export function kindOf({ entry }: Moment): string {
  return (entry?.action as { do?: string } | undefined)?.do ?? "";
}

export function pauses(moments: readonly Moment[], most: number): number[] {
  const plain = moments.map((moment) => PAUSE[kindOf(moment)] ?? 260);
  const sum = plain.reduce((a, b) => a + b, 0);
  return sum <= most ? plain : plain.map((one) => (one * most) / sum);
}
