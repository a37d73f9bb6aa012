// A hand at the table holds what its player is considering, until a new view arrives.
import { untrack } from "svelte";
import type { Sitting } from "./sitting";

/** Does a hand still hold something about the same question? Others' moves alone never put it down. */
export function sameQuestion(sitting: Sitting, offer: number | null): boolean {
  return sitting.view.offer === offer && sitting.view.legal.length > 0;
}

/** Run `settle` whenever a new view has arrived, and at no other time:
 *  what is considered is never put down by considering.
 *  While its moves are shown one by one nothing can be pressed; it has arrived again when they have been shown. */
export function settling(sitting: () => Sitting, settle: () => void): void {
  const arrived = $derived(`${sitting().view.turn} ${sitting().view.legal.length}`);
  $effect(() => {
    void arrived;
    untrack(settle);
  });
}

/** The head of the page says this while the board is at a step of its own; null: the prompt again. */
export function considering(sitting: () => Sitting, sentence: () => string | null): void {
  $effect(() => {
    const held = sitting();
    held.consider?.(sentence());
    return () => held.consider?.(null);
  });
}
