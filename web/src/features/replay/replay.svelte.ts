// A replay: the moments of a game through one pair of eyes, fetched in pieces.
import { replay } from "../../net/http";
import type { Sitting } from "../../play/sitting";
import { journalEntry, viewAt, type JournalEntry, type View } from "../../play/story";
import type { Moment, RoomMessage as Room } from "../../net/wire";
import { words } from "../../words/words.svelte";

const PIECE = 60;

export class ReplayedGame implements Sitting {
  readonly seat = null;
  readonly free = false;
  readonly level = "referee";
  room = $state.raw<Room | null>(null);
  marks: unknown = null;
  eye = $state<string>("all");
  at = $state(0);
  moves = $state(0);
  names = $state.raw<readonly string[]>([]);
  private moments = $state.raw<Readonly<Record<number, Moment>>>({});
  private printed = $state.raw<object>({});

  private readonly coming = new Map<string, Promise<void>>();
  private looks = 0;

  constructor(readonly id: string) {}

  readonly moment = $derived(this.moments[this.at] ?? null);
  readonly fresh = $derived<readonly JournalEntry[]>(this.moment ? journalEntry(this.moment) : []);
  private readonly journal = $derived(Object.values(this.moments).flatMap(journalEntry));
  readonly view = $derived.by((): View => {
    const eye = Number.isNaN(Number(this.eye)) ? (this.eye as "all") : Number(this.eye);
    const held = { eye, turn: this.at, printed: this.printed, journal: this.journal };
    return viewAt(held, this.moment ?? { n: this.at }, this.names);
  });

  /** A move without a word is part of the next one: it is passed over, forwards or back. */
  async look(eye: string, at: number): Promise<void> {
    const mine = ++this.looks;
    const by = eye === this.eye && at < this.at ? -1 : 1;
    if (eye !== this.eye) this.moments = {};
    this.eye = eye;
    for (let n = at; ; n += by) {
      const piece = Math.floor(n / PIECE) * PIECE;
      if (!this.moments[n]) await this.fetch(piece);
      if (mine !== this.looks) return; // meanwhile another moment was chosen
      this.at = Math.min(n, this.moves);
      if (!this.moments[this.at + 5] && this.at + 5 <= this.moves)
        void this.fetch(piece + PIECE).catch(() => undefined); // it is asked for again when it is needed
      const { entry } = this.moments[this.at] ?? {};
      if (!entry || entry.text || this.at === this.moves) return;
    }
  }

  /** The whole game's words, for the ticks and the journal. */
  async all(): Promise<void> {
    for (let from = 0; from <= this.moves; from += PIECE) if (!this.moments[from]) await this.fetch(from);
  }

  /** Forget what was fetched: it is wanted in another language. */
  clear(): void {
    this.moments = {};
  }

  /** A piece that is on its way is not asked for twice. */
  private fetch(from: number): Promise<void> {
    const query = `?eye=${this.eye}&from=${from}&to=${from + PIECE - 1}&language=${words.language}`;
    const coming = this.coming.get(query) ?? this.ask(query).finally(() => this.coming.delete(query));
    this.coming.set(query, coming);
    return coming;
  }

  private async ask(query: string): Promise<void> {
    const [{ eye }, { language }] = [this, words];
    const found = await replay(this.id, query);
    if (eye !== this.eye || language !== words.language) return;
    this.moves = found.moves;
    this.names = found.names;
    this.printed = found.printed as object;
    this.moments = { ...this.moments, ...Object.fromEntries(found.moments.map((moment) => [moment.n, moment])) };
  }

  pick(): void {}
  tryOut(): Promise<null> {
    return Promise.resolve(null);
  }
  note(): void {}
}
