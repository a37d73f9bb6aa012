// A hand at the table holds what its player is considering, until a new view arrives.
import { untrack } from "svelte";
import type { Sitting } from "./sitting";

/** Run `settle` whenever a new view has arrived, and at no other time: what is considered is never put down by considering. */
export function settling(sitting: () => Sitting, settle: () => void): void {
  const turn = $derived(sitting().view.turn);
  $effect(() => {
    void turn;
    untrack(settle);
  });
}
