// What I am considering: nothing of it leaves the device as a move before it is confirmed.
import { offered, type Sitting } from "../../play/sitting";
import type { View } from "../../play/story";
import { cell, claimable, sameCard } from "./draw";
import { read } from "./marks";
import type { Action, Card, Picture } from "./wire";

export const pictureOf = (view: View): Picture => view.picture as Picture;

export class Hand {
  card = $state.raw<Card | null>(null);
  where = $state<string | null>(null);
  stand = $state<string | null>(null);
  value = $state<string | number | null>(null);
  secret = $state(false);
  /** I would rather draw a card than ask. */
  draws = $state(false);
  /** The private form of a claim. */
  form = $state(false);
  busy = $state(false);
  late = $state(false);
  /** How many claims were mine when I declared; null: nothing is under way. */
  private declared: number | null = null;
  /** My last move, when I began to consider what is in hand. */
  private since: number | null = null;

  constructor(private readonly sitting: () => Sitting) {}

  readonly view = $derived.by(() => this.sitting().view);
  readonly picture = $derived(pictureOf(this.view));
  readonly places = $derived(offered<Action, "place">(this.view.legal, "place"));
  readonly questions = $derived(offered<Action, "ask">(this.view.legal, "ask"));
  readonly reveals = $derived(offered<Action, "reveal">(this.view.legal, "reveal"));
  readonly extra = $derived(offered<Action, "extra_draw">(this.view.legal, "extra_draw")[0]);
  readonly stop = $derived(offered<Action, "stop">(this.view.legal, "stop")[0]);
  readonly names = $derived(offered<Action, "name">(this.view.legal, "name"));

  readonly targets = $derived(
    new Set(
      this.places
        .filter(({ action }) => this.card && sameCard(this.card, action.card))
        .map(({ action }) => action.where),
    ),
  );
  readonly place = $derived(
    this.places.find(({ action }) => this.card && sameCard(this.card, action.card) && action.where === this.where),
  );
  readonly question = $derived(
    this.questions.find(
      ({ action }) => action.stand === this.stand && action.value === this.value && action.secret === this.secret,
    ),
  );
  readonly reveal = $derived(this.reveals.find(({ action }) => action.stand === this.stand));
  readonly askable = $derived(new Set(this.questions.map(({ action }) => action.stand)));
  readonly openable = $derived(new Set(this.reveals.map(({ action }) => action.stand)));
  readonly marks = $derived.by(() => read(this.sitting().marks));
  readonly slots = $derived(claimable(this.picture));
  readonly whole = $derived(this.slots.every(({ letter }) => this.numberOf(letter) !== null));

  /** May I claim now, or as soon as what is being shown has come to its end? */
  readonly ready = $derived.by(() => !!this.stop || (!this.view.legal.length && this.sitting().showing === true));

  /** The number that I have put down for a stand; an open card shows it. */
  numberOf(letter: string): number | null {
    return this.marks.claim[letter] ?? this.slots.find((stand) => stand.letter === letter)?.card?.number ?? null;
  }

  /** A new view: what is no longer possible is put down. While somebody's claim is checked nothing of mine is asked,
   *  and what I had in hand stays there for afterwards. */
  settle(): void {
    this.served();
    if (this.since !== this.view.since) this.back(); // I have moved
    this.since = this.view.since;
    if (!this.places.length && !this.questions.length && !this.reveals.length) return;
    if (this.card && !this.places.some(({ action }) => sameCard(this.card!, action.card))) this.card = null;
    if (!this.card || !this.targets.has(this.where ?? "")) this.where = null;
    if (this.stand && !this.askable.has(this.stand) && !this.openable.has(this.stand)) this.stand = null;
    if (!this.stand) this.value = null;
    if (!this.extra) this.draws = false;
  }

  /** Whose claim was it? The form is put away only when the claim on the table is mine: two may cry Stop at once. */
  private served(): void {
    const last = this.picture.claims.at(-1);
    if (this.declared === null || !last) return;
    if (this.claims() > this.declared) this.form = false;
    else if (last.reds === null) this.late = true;
    else return;
    this.declared = null;
  }
  private claims(): number {
    return this.picture.claims.filter((one) => one.claimant === this.picture.me).length;
  }

  back(): void {
    this.card = this.where = this.stand = this.value = null;
    this.secret = this.draws = false;
  }

  /** A card of the hand is lifted; with one place for it the ghost stands there at once. */
  lift(card: Card): void {
    this.card = this.card && cell(this.card) === cell(card) ? null : card;
    const [only, ...more] = this.targets;
    this.where = this.card && only !== undefined && !more.length ? only : null;
  }

  point(stand: string): void {
    if (this.stand !== stand) this.value = null;
    this.stand = this.stand === stand ? null : stand;
  }

  /** The whole claim goes out as one: Stop, then every number, each found in the list that the one before leaves. */
  async declare(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const chain = (await this.claimed()) ?? (await this.claimed()); // another's move may come between
    this.busy = false;
    this.late = chain === null; // somebody was faster, or this claim was made before: the form stays
    if (!chain) return;
    this.declared = this.claims();
    this.sitting().pick(chain, true);
  }

  /** The picks of a claim; null: what I may do has changed meanwhile, or the claim is refused. */
  private async claimed(): Promise<number[] | null> {
    const sitting = this.sitting();
    sitting.finish?.();
    const first = this.stop;
    if (!first) return null;
    const begun = sitting.view.offer;
    const chain = [first.index];
    for (const { letter } of this.slots) {
      const view = await sitting.tryOut(chain);
      const found =
        view &&
        offered<Action, "name">(view.legal, "name").find(
          ({ action }) => action.stand === letter && action.number === this.numberOf(letter),
        );
      if (!found || sitting.view.offer !== begun) return null;
      chain.push(found.index);
    }
    return chain;
  }
}
