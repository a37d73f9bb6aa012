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
  trouble = $state("");
  private moments = $state.raw<Readonly<Record<number, Moment>>>({});
  private printed = $state.raw<object>({});

  constructor(readonly id: string) {}

  readonly moment = $derived(this.moments[this.at] ?? null);
  readonly fresh = $derived<readonly JournalEntry[]>(this.moment ? journalEntry(this.moment) : []);
  private readonly journal = $derived(Object.values(this.moments).flatMap(journalEntry));
  readonly view = $derived.by((): View => {
    const eye = Number.isNaN(Number(this.eye)) ? (this.eye as "all") : Number(this.eye);
    const held = { eye, turn: this.at, printed: this.printed, journal: this.journal };
    return viewAt(held, this.moment ?? { n: this.at }, this.names);
  });

  async look(eye: string, at: number, by: 1 | -1 = 1): Promise<void> {
    if (eye !== this.eye) this.moments = {};
    this.eye = eye;
    for (let n = at; ; n += by) {
      const piece = Math.floor(n / PIECE) * PIECE;
      if (!this.moments[n]) await this.fetch(piece);
      this.at = Math.min(n, this.moves);
      if (!this.moments[this.at + 5] && this.at + 5 <= this.moves) void this.fetch(piece + PIECE);
      const { entry } = this.moments[this.at] ?? {};
      if (!entry || entry.text || this.at === this.moves) return; // a move without a word is part of the next one
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

  private async fetch(from: number): Promise<void> {
    const { eye } = this;
    const { language } = words;
    const to = from + PIECE - 1;
    try {
      const found = await replay(this.id, `?eye=${eye}&from=${from}&to=${to}&language=${language}`);
      if (eye !== this.eye || language !== words.language) return;
      this.moves = found.moves;
      this.names = found.names;
      this.printed = found.printed as object;
      this.moments = { ...this.moments, ...Object.fromEntries(found.moments.map((moment) => [moment.n, moment])) };
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "";
    }
  }

  pick(): void {}
  tryOut(): Promise<null> {
    return Promise.resolve(null);
  }
  note(): void {}
}
