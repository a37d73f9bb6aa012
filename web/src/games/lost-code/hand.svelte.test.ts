import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { settling } from "../../play/settling.svelte";
import type { Sitting } from "../../play/sitting";
import type { View } from "../../play/story";
import { Hand } from "./hand.svelte";

/** A view in which the given red die is to be turned; -1: none. */
const roll = (turn: number, die: number): View =>
  ({
    turn,
    offer: turn,
    must_act: true,
    legal: die < 0 ? [] : ["blue", "pink"].map((colour) => ({ action: { do: "turn", die, colour }, label: colour })),
    picture: { choice: die < 0 ? null : { die } },
  }) as unknown as View;

it("turns two red dice one after the other, and sends them together", async () => {
  const sent: (number | number[])[] = [];
  const next = [roll(7, 2), roll(7, -1)];
  let turn = $state(7);
  const sitting = () =>
    ({
      view: roll(turn, 0),
      tryOut: (picks: number[]) => Promise.resolve(next[picks.length - 1]),
      pick: (picks: number[]) => sent.push(picks),
    }) as unknown as Sitting;
  let hand!: Hand;
  const stop = $effect.root(() => {
    hand = new Hand(sitting);
    settling(sitting, () => hand.settle());
  });
  flushSync();
  hand.colour = "pink";
  await hand.turnOn();
  flushSync();
  expect(hand.die, "the second red die is in hand, the first one keeps its colour").toBe(2);
  hand.colour = "blue";
  await hand.turnOn();
  expect(sent).toEqual([[1, 0]]);
  turn = 8; // another question: the chain is put down
  flushSync();
  expect(hand.chain).toEqual([]);
  stop();
});

it("takes the red die in hand when the moves that led to it have been shown", () => {
  let view = $state.raw(roll(7, -1));
  const sitting = () => ({ view }) as unknown as Sitting;
  let hand!: Hand;
  const stop = $effect.root(() => {
    hand = new Hand(sitting);
    settling(sitting, () => hand.settle());
  });
  flushSync();
  view = { ...roll(12, -1), must_act: false }; // the roll of another moment, shown on the way to turn 12
  flushSync();
  expect(hand.die).toBe(null);
  view = roll(12, 1);
  flushSync();
  expect(hand.die).toBe(1);
  stop();
});

/** A view in which blue is to be written. */
const finals = (turn: number): View =>
  ({
    turn,
    offer: 3,
    must_act: true,
    legal: [{ action: { do: "write", colour: "blue", numbers: [1] }, label: "1" }],
    picture: { choice: null },
  }) as unknown as View;

it("keeps what is being written, and the word of warning, while others write", () => {
  let view = $state.raw(finals(7));
  let hand!: Hand;
  const stop = $effect.root(() => {
    const sitting = () => ({ view }) as unknown as Sitting;
    hand = new Hand(sitting);
    settling(sitting, () => hand.settle());
  });
  flushSync();
  hand.finals = { blue: [1] };
  hand.warned = true;
  view = finals(8);
  flushSync();
  expect([hand.finals, hand.warned, hand.writes.length]).toEqual([{ blue: [1] }, true, 1]);
  stop();
});
it("sends all final guesses or none: not those before a lost connection", async () => {
  const sent: unknown[] = [];
  const answers = [finals(7), null];
  const sitting = () =>
    ({
      view: finals(7),
      tryOut: () => Promise.resolve(answers.shift()),
      pick: (picks: unknown) => sent.push(picks),
    }) as unknown as Sitting;
  const stop = $effect.root(() => {
    const hand = new Hand(sitting);
    hand.finals = { blue: [1] };
    void hand.writeAll();
  });
  await new Promise((done) => setTimeout(done));
  expect(sent).toEqual([]);
  stop();
});
