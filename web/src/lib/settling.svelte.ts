// A hand at the table holds what its player is considering, until a new view arrives.
import { untrack } from "svelte";
import type { Sitting } from "./sitting";

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
