// How fast moves are shown one by one.
import type { Entry } from "./wire";

/** How long a move stays before the next one is shown, in ms; what is not named takes 260. */
const PAUSE: Record<string, number> = {
  deal: 20,
  stack: 60,
  roll: 240,
  answer: 620,
  discard: 520,
  draw: 420,
  uncover: 200,
  show: 260,
};

export function pauses(entries: readonly Entry[], most: number): number[] {
  const plain = entries.map((entry) => PAUSE[(entry.action as { do?: string }).do ?? ""] ?? 260);
  const sum = plain.reduce((a, b) => a + b, 0);
  return sum <= most ? plain : plain.map((one) => (one * most) / sum);
}
