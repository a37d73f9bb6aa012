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

/** Blue fits with 7 alone, red with 3 and 7. */
const PAIRS = [
  { use: "refuse", colour: null, digit: null, number: null, exhausted: false },
  { use: "number", colour: "blue", digit: 7, number: 7, box: 1 },
  { use: "number", colour: "red", digit: 3, number: 3, box: 1 },
  { use: "number", colour: "red", digit: 7, number: 7, box: 1 },
];
function sitDown(): { hand: Hand; picked: unknown[]; stop: () => void } {
  const picked: unknown[] = [];
  const now = view(7, 5);
  const picture = { turn: 1, phase: "choose", options: PAIRS, dice: [], sheets: [] };
  const legal = PAIRS.map((one) => ({ action: one, label: `${one.use} ${one.colour}` }));
  const sitting = { view: { ...now, picture, legal }, seat: 0, free: true, pick: (pick: unknown) => picked.push(pick) };
  let hand!: Hand;
  const stop = $effect.root(() => void (hand = new Hand(() => sitting as unknown as Sitting)));
  return { hand, picked, stop };
}
const held = ({ colour, digit }: Hand) => [colour, digit];

it("keeps a number that came by itself when it is tapped, and puts down one that was tapped twice", () => {
  const { hand, stop } = sitDown();
  hand.takeColour("blue");
  expect(held(hand)).toEqual(["blue", 7]);
  hand.takeDigit(7);
  expect(held(hand)).toEqual(["blue", 7]);
  hand.takeDigit(7);
  expect(held(hand)).toEqual(["blue", null]);
  stop();
});
it("asks before it refuses, and a look at something else is no refusal", () => {
  const { hand, picked, stop } = sitDown();
  hand.refuse();
  expect([hand.passing, picked]).toEqual([true, []]);
  hand.takeColour("red");
  expect(hand.passing).toBe(false);
  hand.refuse();
  hand.back();
  expect([hand.passing, picked]).toEqual([false, []]);
  hand.refuse();
  void hand.confirm();
  expect(picked).toEqual([0]);
  stop();
});
