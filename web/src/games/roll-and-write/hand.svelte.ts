// What I am considering: a pair of dice, a place, a chain of accelerations.
// Nothing leaves the device before it is confirmed.
import { sameQuestion } from "../../play/settling.svelte";
import type { Outcome, Sitting } from "../../play/sitting";
import type { View } from "../../play/story";
import { byColour, offers, taught, type Offer } from "./draw";
import type { Advice, Picture } from "./wire";

export const pictureOf = (view: View): Picture => view.picture as Picture;
export type Step = { index: number; label: string; colour: string | null };

export class Hand {
  colour = $state<string | null>(null);
  digit = $state<number | null>(null);
  /** The dice are to be refused, or the arrow skipped: like a pair it is confirmed first. */
  passing = $state(false);
  /** The number was the only one that fits, and came by itself: a tap on it takes nothing away. */
  private unasked = false;
  busy = $state(false);
  chain = $state.raw<Step[]>([]);
  /** The views as they would be after each step of the chain. */
  private after = $state.raw<Outcome[]>([]);
  private offer: number | null = null;

  constructor(private readonly sitting: () => Sitting) {}

  readonly view = $derived.by(() => this.after.at(-1) ?? this.sitting().view);
  readonly picture = $derived(pictureOf(this.view));
  /** May I decide something now (in the chain, if one is under way)? */
  readonly mine = $derived.by(
    () =>
      this.sitting().view.must_act && this.view.must_act && this.picture.turn === pictureOf(this.sitting().view).turn,
  );
  readonly accelerating = $derived(this.mine && this.picture.phase === "accelerate");
  readonly all = $derived(this.mine ? offers(this.picture) : []);
  readonly columns = $derived(byColour(this.all));
  readonly pass = $derived(this.all.find((offer) => offer.use === "refuse" || offer.use === "skip"));
  /** The table as it stands, whatever a chain has added in pencil. */
  readonly table = $derived.by(() => pictureOf(this.sitting().view));
  /** How many boxes of a column are written for good. */
  readonly ink = (c: number): number => this.table.sheets[this.sitting().seat ?? 0]?.columns[c]?.numbers.length ?? 0;
  /** A chain is complete when nothing more is asked of me in this turn. */
  readonly complete = $derived(this.chain.length > 0 && !this.mine);
  readonly chosen = $derived(
    this.all.find(
      (offer) =>
        offer.colour !== null && offer.colour === this.colour && (this.accelerating || offer.digit === this.digit),
    ),
  );

  /** The teacher's opinion of each offer, in a chain too; nothing at the other levels of help. */
  readonly taught = $derived.by(() => {
    const { helped, view } = this.sitting();
    const now = helped?.turn === view.turn ? helped.shown : null; // never of an older view
    const shown = this.chain.length ? this.after.at(-1)?.shown : now;
    return taught(this.all, (shown ?? null) as Advice | null);
  });

  readonly label = (offer: Offer): string => this.view.legal[offer.index]?.label ?? "";
  fits(colour: string | null, digit: number | null): boolean {
    return this.all.some(
      (offer) =>
        offer.colour !== null &&
        (colour === null || offer.colour === colour) &&
        (digit === null || offer.digit === digit),
    );
  }

  /** A new question: what was considered is put down. */
  settle(): void {
    if (sameQuestion(this.sitting(), this.offer)) return;
    this.offer = this.sitting().view.legal.length ? this.sitting().view.offer : null;
    this.drop();
  }
  private drop(): void {
    this.chain = [];
    this.after = [];
    this.clear();
    this.busy = false;
  }
  clear(): void {
    this.colour = null;
    this.digit = null;
    this.passing = this.unasked = false;
  }

  /** A column: its only number at once; of several the next one each time. In a chain it is the next step. */
  async column(colour: string): Promise<void> {
    const here = this.columns[colour];
    if (!here?.length) return;
    this.passing = this.unasked = false;
    if (this.accelerating) return this.step(here[0]!);
    const digits = [...new Set(here.map((offer) => offer.digit))];
    const at = this.colour === colour ? digits.indexOf(this.digit) : -1;
    if (at < 0 && this.digit !== null && digits.includes(this.digit) && this.colour !== colour) {
      this.colour = colour;
      return;
    }
    this.colour = colour;
    this.digit = digits[(at + 1) % digits.length] ?? null;
  }
  takeColour(colour: string): void {
    if (!this.fits(colour, null)) return;
    this.passing = false;
    if (this.colour === colour) return this.clear();
    this.colour = colour;
    const digits = [...new Set((this.columns[colour] ?? []).map((offer) => offer.digit))];
    if (this.digit !== null && !this.fits(colour, this.digit)) this.digit = null;
    this.unasked = this.digit === null && digits.length === 1;
    if (this.unasked) this.digit = digits[0] ?? null;
  }
  takeDigit(digit: number): void {
    if (!this.fits(null, digit)) return;
    this.passing = false;
    this.digit = this.digit === digit && !this.unasked ? null : digit;
    this.unasked = false;
    if (this.digit !== null && this.colour !== null && !this.fits(this.colour, digit)) this.colour = null;
  }

  /** One more link of the chain, tried out in private. */
  async step(offer: Offer): Promise<void> {
    if (this.busy) return;
    const link = { index: offer.index, label: this.label(offer), colour: offer.colour };
    const chain = [...this.chain, link];
    this.busy = true;
    const next = await this.sitting().tryOut(
      chain.map(({ index }) => index),
      this.sitting().level === "teacher",
    );
    this.busy = false;
    if (!next) return this.drop();
    this.chain = chain;
    this.after = [...this.after, next];
    this.clear();
  }
  back(): void {
    if (this.chain.length && !this.colour && !this.passing) {
      this.chain = this.chain.slice(0, -1);
      this.after = this.after.slice(0, -1);
    }
    this.clear();
  }

  /** What is considered, as it stands in ghost ink; an arrow opens the chain instead. */
  async confirm(): Promise<void> {
    if (this.busy || !this.sitting().free) return;
    if (this.complete) return this.send(this.chain.map(({ index }) => index));
    const meant = this.passing ? this.pass : this.chosen;
    if (!meant) return;
    if (meant.arrow) return this.step(meant);
    this.send([...this.chain.map(({ index }) => index), meant.index]);
  }
  refuse(): void {
    if (!this.pass) return;
    this.clear();
    this.passing = true;
  }
  private send(picks: number[]): void {
    this.sitting().pick(picks.length === 1 ? picks[0]! : picks);
  }
}
