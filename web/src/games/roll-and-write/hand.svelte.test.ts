import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { settling } from "../../play/settling.svelte";
import type { Sitting } from "../../play/sitting";
import type { View } from "../../play/story";
import { Hand } from "./hand.svelte";

const view = (turn: number, offer: number): View =>
  ({
    turn,
    offer,
    must_act: true,
    legal: [{ action: { do: "refuse" }, label: "Refuse" }],
    picture: { turn: 1, phase: "others", offers: [] },
  }) as unknown as View;

it("keeps the pair in hand while others choose at the same time, and puts it down at the next question", () => {
  let now = $state.raw(view(7, 5));
  let hand!: Hand;
  const stop = $effect.root(() => {
    const sitting = () => ({ view: now }) as unknown as Sitting;
    hand = new Hand(sitting);
    settling(sitting, () => hand.settle());
  });
  flushSync();
  Object.assign(hand, { colour: "blue", digit: 7 });
  now = view(8, 5);
  flushSync();
  expect([hand.colour, hand.digit]).toEqual(["blue", 7]);
  now = view(9, 9);
  flushSync();
  expect([hand.colour, hand.digit]).toEqual([null, null]);
  stop();
});
