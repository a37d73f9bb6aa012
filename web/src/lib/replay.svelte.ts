// A replay: the moments of a game through one pair of eyes, fetched in pieces.
import { replay } from "./ask";
import type { Sitting } from "./sitting";
import { moment } from "./table.svelte";
import type { Entry, Frame, Replay, Room, View } from "./wire";
import { words } from "./words.svelte";

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
  names = $state.raw<string[]>([]);
  trouble = $state("");
  frames = $state.raw<Record<number, Frame>>({});
  private before = -1;

  constructor(readonly id: string) {}

  readonly frame = $derived(this.frames[this.at] ?? null);
  readonly fresh = $derived<readonly Entry[]>(
    this.frame?.entry && this.at === this.before + 1 ? [this.frame.entry] : this.frame?.entry ? [this.frame.entry] : [],
  );
  readonly journal = $derived(Object.values(this.frames).flatMap((frame) => (frame.entry ? [frame.entry] : [])));
  readonly whole = $derived.by((): View => ({
    type: "view",
    room: this.id,
    turn: this.at,
    eye: Number.isNaN(Number(this.eye)) ? (this.eye as "all") : Number(this.eye),
    prompt: "",
    must_act: false,
    may_act: false,
    to_act: [],
    legal: [],
    over: false,
    scores: [],
    places: this.names.map(() => 0),
    names: this.names,
    since: 0,
    picture: null,
    journal: this.journal,
  }));
  readonly view = $derived.by(() => (this.frame ? moment(this.whole, this.frame) : this.whole));

  async look(eye: string, at: number): Promise<void> {
    if (eye !== this.eye) this.frames = {};
    this.eye = eye;
    const piece = Math.floor(at / PIECE) * PIECE;
    if (!this.frames[at]) await this.fetch(piece, piece + PIECE - 1);
    this.before = this.at;
    this.at = Math.min(at, this.moves);
    if (!this.frames[this.at + 5] && this.at + 5 <= this.moves) void this.fetch(piece + PIECE, piece + 2 * PIECE - 1);
  }

  /** The whole game's words, for the ticks and the journal. */
  async all(): Promise<void> {
    for (let from = 0; from <= this.moves; from += PIECE)
      if (!this.frames[from]) await this.fetch(from, from + PIECE - 1);
  }

  private async fetch(from: number, to: number): Promise<void> {
    const eye = this.eye;
    try {
      const told: Replay = await replay(this.id, `?eye=${eye}&from=${from}&to=${to}&language=${words.language}`);
      if (eye !== this.eye) return;
      this.moves = told.moves;
      this.names = told.names;
      this.frames = { ...this.frames, ...Object.fromEntries(told.frames.map((frame) => [frame.n, frame])) };
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "";
    }
  }

  pick(): void {}
  tryOut(): Promise<View | null> {
    return Promise.resolve(null);
  }
  note(): void {}
}
