import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { settling } from "../../lib/settling.svelte";
import type { Sitting } from "../../lib/sitting";
import type { View } from "../../lib/story";
import { Hand } from "./hand.svelte";

const stop = { action: { do: "stop" }, label: "Stop" };
const claim = (claimant: number) => ({ claimant, numbers: {}, reds: null });
const view = (turn: number, claims: unknown[]): View =>
  ({ turn, legal: [stop], picture: { me: 0, claims, stands: [], players: [] } }) as unknown as View;

async function declaring(answer: View): Promise<Hand> {
  let now = $state.raw(view(3, []));
  const sitting = () =>
    ({ view: now, tryOut: () => Promise.resolve(now), pick: () => (now = answer) }) as unknown as Sitting;
  let hand!: Hand;
  const end = $effect.root(() => {
    hand = new Hand(sitting);
    settling(sitting, () => hand.settle());
  });
  flushSync();
  hand.form = true;
  await hand.declare({});
  flushSync();
  end();
  return hand;
}

it("puts the form away when my claim is on the table", async () => {
  const hand = await declaring(view(4, [claim(0)]));
  expect([hand.form, hand.late]).toEqual([false, false]);
});
it("keeps the form when somebody was faster by a breath", async () => {
  const hand = await declaring(view(4, [claim(1)]));
  expect([hand.form, hand.late]).toEqual([true, true]);
});
