// What I am considering: nothing of it leaves the device as a move before it is confirmed.
import { sameQuestion } from "../../play/settling.svelte";
import { offered, type Sitting } from "../../play/sitting";
import type { View } from "../../play/story";
import type { Action, Picture } from "./wire";

export type Colour = Picture["colours"][number];
export const pictureOf = (view: View): Picture => view.picture as Picture;
const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((n) => b.includes(n));

export class Hand {
  wheel = $state<number | null>(null);
  low = $state(0);
  die = $state<number | null>(null);
  colour = $state<Colour | null>(null);
  numbers = $state<number[]>([]);
  finals = $state<Partial<Record<Colour, number[]>>>({});
  warned = $state(false);
  /** A further number was pressed than may be written. */
  full = $state(false);
  /** A chain under way, and the view as it would be after it. */
  chain = $state.raw<number[]>([]);
  ahead = $state.raw<View | null>(null);
  busy = $state(false);
  private offer: number | null = null;
  private centre = 0; // of the wheel that was set last

  constructor(private readonly sitting: () => Sitting) {}

  readonly view = $derived.by(() => this.ahead ?? this.sitting().view);
  readonly legal = $derived.by(() =>
    this.sitting().view.must_act || this.sitting().view.may_act ? this.view.legal : [],
  );
  readonly guesses = $derived(offered<Action, "guess">(this.legal, "guess"));
  readonly turns = $derived(offered<Action, "turn">(this.legal, "turn"));
  readonly keeps = $derived(offered<Action, "keep">(this.legal, "keep"));
  readonly takes = $derived(offered<Action, "take">(this.legal, "take"));
  readonly leaves = $derived(offered<Action, "leave">(this.legal, "leave"));
  readonly exchanges = $derived(offered<Action, "exchange">(this.legal, "exchange"));
  readonly writes = $derived(offered<Action, "write">(this.legal, "write"));

  readonly guess = $derived(this.guesses.find(({ action }) => action.wheel === this.wheel && action.low === this.low));
  readonly turn = $derived(this.turns.find(({ action }) => action.die === this.die && action.colour === this.colour));
  readonly take = $derived(this.takes.find(({ action }) => same(action.numbers ?? [], this.numbers)));
  readonly exchange = $derived(this.exchanges.find(({ action }) => action.colour === this.colour));
  /** How many numbers may be written at most: the longest set on offer. */
  readonly most = $derived(
    Math.max(
      0,
      ...this.takes.map(({ action }) => action.numbers?.length ?? 0),
      ...this.writes.map(({ action }) => action.numbers?.length ?? 0),
    ),
  );

  /** A new view: what is no longer possible is put down. */
  settle(): void {
    if (sameQuestion(this.sitting(), this.offer)) return;
    this.offer = this.sitting().view.legal.length ? this.sitting().view.offer : null;
    this.chain = [];
    this.ahead = null;
    this.busy = false;
    if (this.wheel !== null) this.centre = this.low + this.wheel / 2;
    this.wheel = null; // it was an answer to another question
    if (!this.turns.length) this.die = null;
    if (!this.turns.length && !this.exchanges.length) this.colour = null;
    if (!this.takes.length) this.numbers = [];
    this.warned = this.full = false;
    const choice = pictureOf(this.view).choice;
    if (choice?.die != null && this.turns.length) this.die = choice.die;
  }

  back(): void {
    this.chain = [];
    this.ahead = null;
    this.wheel = null;
    this.colour = null;
    this.numbers = [];
    this.die = pictureOf(this.view).choice?.die ?? null;
  }

  /** A wheel comes out at the setting of the one before it, else in the middle of the rim; in a lesson, where one
   *  learns to turn it, at the end of the rim, or as the last one was left. */
  choose(size: number): void {
    const lows = this.guesses.filter(({ action }) => action.wheel === size).map(({ action }) => action.low);
    if (!lows.length) return;
    const first = this.sitting().room ? pictureOf(this.view).top / 2 : this.centre;
    const middle = this.wheel === null ? first : this.low + this.wheel / 2;
    this.wheel = size;
    this.low = Math.min(Math.max(...lows), Math.max(0, Math.round(middle - size / 2)));
  }

  /** One of up to `most` numbers more; a second press takes it away, and nothing else does. */
  toggle(list: readonly number[], n: number): number[] {
    this.full = list.length >= Math.max(1, this.most) && !list.includes(n);
    return list.includes(n) ? list.filter((one) => one !== n) : this.full ? [...list] : [...list, n];
  }

  /** The red dice of an introductory game are turned one after the other, and sent together. */
  async turnOn(): Promise<void> {
    if (!this.turn || this.busy) return;
    const chain = [...this.chain, this.turn.index];
    this.busy = true;
    const next = await this.sitting().tryOut(chain);
    this.busy = false;
    const more = next?.must_act ? offered<Action, "turn">(next.legal, "turn") : [];
    if (!next || !more.length) return this.sitting().pick(chain.length > 1 ? chain : chain[0]!);
    this.chain = chain;
    this.ahead = next;
    this.colour = null;
    this.die = pictureOf(next).choice?.die ?? null;
  }

  /** The final guesses go out together, colour by colour, each found in the list that the one before leaves. */
  async writeAll(): Promise<void> {
    const sitting = this.sitting();
    const chain: number[] = [];
    let view: View | null = sitting.view;
    this.busy = true;
    while (view?.must_act) {
      const writes: ReturnType<typeof offered<Action, "write">> = offered(view.legal, "write");
      const found: (typeof writes)[number] | undefined = writes.find(({ action }) =>
        same(action.numbers ?? [], this.finals[action.colour] ?? []),
      );
      chain.push(found?.index ?? 0);
      view = found ? await sitting.tryOut(chain) : null;
    }
    this.busy = false;
    if (view && chain.length) sitting.pick(chain); // all of them or none
  }
}
