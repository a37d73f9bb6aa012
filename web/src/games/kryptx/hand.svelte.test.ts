import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { settling } from "../../play/settling.svelte";
import type { Sitting } from "../../play/sitting";
import type { View } from "../../play/story";
import { Hand } from "./hand.svelte";

const stop = { action: { do: "stop" }, label: "Stop" };
const claim = (claimant: number) => ({ claimant, numbers: {}, reds: null });
const view = (turn: number, claims: unknown[]): View =>
  ({
    turn,
    offer: turn,
    since: 0,
    legal: [stop],
    picture: { me: 0, claims, claimable: [], players: [] },
  }) as unknown as View;

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
  await hand.declare();
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

it("keeps a question in hand while somebody else's claim is checked, and not after it was asked", () => {
  const ask = { action: { do: "ask", stand: "C", value: 7, secret: false }, label: "Is C a 7?" };
  let now = $state.raw({ ...view(3, []), legal: [ask, stop] } as unknown as View);
  let hand!: Hand;
  const end = $effect.root(() => {
    const sitting = () => ({ view: now }) as unknown as Sitting;
    hand = new Hand(sitting);
    settling(sitting, () => hand.settle());
  });
  flushSync();
  Object.assign(hand, { stand: "C", value: 7 });
  now = { ...view(5, [claim(1)]), legal: [] } as unknown as View;
  flushSync();
  expect(hand.question).toBeUndefined();
  now = { ...view(9, []), legal: [ask, stop] } as unknown as View;
  flushSync();
  expect(hand.question?.label).toBe("Is C a 7?");
  now = { ...view(11, []), since: 10, legal: [stop] } as unknown as View;
  flushSync();
  expect([hand.stand, hand.value]).toEqual([null, null]);
  end();
});
it("claims although another move came between the numbers", async () => {
  const named = (n: number) => ({ action: { do: "name", stand: "C", number: n }, label: String(n) });
  const picture = { me: 0, claims: [], claimable: ["C"], players: [{ stands: [{ letter: "C", owner: 1 }] }] };
  let now = $state.raw({ turn: 3, offer: 3, since: 0, legal: [stop], picture } as unknown as View);
  const sent: unknown[] = [];
  const sitting = () =>
    ({
      get view() {
        return now;
      },
      tryOut: () => {
        if (now.turn === 3) now = { ...now, turn: 4, offer: 4 };
        return Promise.resolve({ ...now, legal: [named(1), named(2)] });
      },
      pick: (picks: unknown) => sent.push(picks),
      marks: { claim: { C: 2 } },
    }) as unknown as Sitting;
  let hand!: Hand;
  const end = $effect.root(() => {
    hand = new Hand(sitting);
  });
  await hand.declare();
  expect([sent, hand.late]).toEqual([[[0, 1]], false]);
  end();
});
