// A finished game played on from one of its moments: the line of what was picked, and where the server says it leads.
import { whatIf } from "../../net/http";
import { Attempt } from "../../net/resource.svelte";
import type { WhatIfShown } from "../../net/wire";
import { calm } from "../../play/motion";
import { pauses } from "../../play/pace";
import { Playback } from "../../play/playback.svelte";
import type { Level, Outcome, Sitting } from "../../play/sitting";
import { tick } from "../../play/sound";
import { continued, newsIn, presentView, viewAt, type JournalEntry, type Story, type View } from "../../play/story";
import { words } from "../../words/words.svelte";

const SHOW_AT_MOST = 3600;

export class WhatIfGame implements Sitting {
  readonly room = null;
  readonly level: Level = "referee";
  readonly asking = new Attempt();
  shown = $state.raw<WhatIfShown | null>(null);
  marks = $state.raw<unknown>(null);
  fresh = $state.raw<readonly JournalEntry[]>([]);
  private line: number[][] = [];
  private sent = $state(false);
  private story = $state.raw<Story | null>(null);
  private readonly playback = new Playback();
  private seen = 0;
  private turn = 0;

  constructor(
    readonly id: string,
    readonly seat: number,
    readonly move: number,
    readonly bots: string,
    private readonly seed: string,
  ) {}

  get view(): View {
    const { scene } = this.playback;
    const names = this.shown?.names ?? [];
    return scene ? viewAt(this.story!, scene, names) : presentView(this.story!, names);
  }
  get showing(): boolean {
    return this.playback.scene !== null;
  }
  get free(): boolean {
    return !this.sent && !this.showing && !!this.story?.legal.length;
  }
  get over(): boolean {
    return !this.showing && !!this.story?.places;
  }

  /** Asks where the line leads; said anew in another language. */
  async look(line = this.line): Promise<void> {
    const found = await this.asking.run(() => this.fetch(line, []));
    if (!found) return;
    const held = line.length > this.line.length ? this.story : null;
    [this.line, this.shown] = [line, found];
    const message = { ...found.view, turn: ++this.turn };
    const news = newsIn(message, held);
    this.story = continued(held, message);
    if (!held) this.seen = this.story!.present.n;
    this.playback.play(held && !calm() ? news.slice(0, -1).filter(({ picture }) => picture) : [], {
      rests: (scenes) => pauses(scenes, SHOW_AT_MOST, this.seat),
      onscene: (scene) => this.drawn(scene.n),
      onend: () => this.drawn(this.story!.present.n),
    });
  }
  pick(picks: number | number[]): void {
    if (this.sent) return;
    this.sent = true;
    tick("placed");
    void this.look([...this.line, [picks].flat()]).finally(() => (this.sent = false));
  }
  /** The last decision once more. */
  back(): void {
    if (this.line.length) void this.look(this.line.slice(0, -1));
  }
  get begun(): boolean {
    return this.turn > 0 && this.line.length > 0;
  }
  async tryOut(picks: number[]): Promise<Outcome | null> {
    const { story } = this;
    const tried = story && (await this.fetch(this.line, picks).catch(() => null));
    const next = tried && this.story === story ? continued(story, { ...tried.view, turn: this.turn }) : null;
    return next && presentView(next, tried!.names);
  }
  note(marks: unknown): void {
    this.marks = marks;
  }
  finish(): void {
    this.playback.finish();
  }
  close(): void {
    this.playback.cancel();
  }

  private fetch(line: number[][], tries: number[]): Promise<WhatIfShown> {
    const asked = { move: this.move, level: this.bots, seed: this.seed, line, tries };
    return whatIf(this.id, this.seat, asked, words.language);
  }
  private drawn(n: number): void {
    this.fresh = this.story!.journal.filter((entry) => entry.n > this.seen && entry.n <= n);
    this.seen = n;
  }
}
