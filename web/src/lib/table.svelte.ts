// One table as this page holds it: the room, the view, my marks, and what I say to it.
import { replay } from "./ask";
import { notify } from "./notice";
import { pauses } from "./pace";
import { note } from "./promise";
import { settings, calm } from "./settings.svelte";
import type { Level, Outcome, Sitting } from "./sitting";
import { Connection } from "./socket";
import { tick } from "./sound";
import type { Entry, Frame, Helped, Incoming, Link, Outgoing, Room, View } from "./wire";
import { t, words } from "./words.svelte";

/** A view with the picture of an earlier moment in it; nothing can be pressed there. */
export function moment(view: View, frame: Frame): View {
  const journal = view.journal.filter((entry) => entry.n <= frame.n);
  return {
    ...view,
    picture: frame.picture,
    prompt: frame.prompt,
    to_act: frame.to_act,
    scores: frame.scores,
    journal,
    legal: [],
    must_act: false,
    may_act: false,
    over: false,
    places: view.places.map(() => 0),
  };
}

export class Table implements Sitting {
  room = $state.raw<Room | null>(null);
  newest = $state.raw<View | null>(null);
  shown = $state.raw<View | null>(null);
  fresh = $state.raw<readonly Entry[]>([]);
  marks = $state.raw<unknown>(null);
  state = $state<"opening" | "open" | "lost" | "gone">("opening");
  sentence = $state("");
  sent = $state(false);
  away = $state<number | null>(null);
  deviceLink = $state.raw<Link | null>(null);
  private readonly connection: Connection;
  /** What came with the newest view, and what goes with the one that is shown: help never runs ahead of the picture. */
  private coming: Helped | null = null;
  private given = $state.raw<Helped | null>(null);
  private asked = new Map<number, (view: Outcome | null) => void>();
  private reasons = new Map<number, (lines: string[]) => void>();
  private ids = 0;
  private unsaved = false;
  private lostAt = 0;
  private shows = 0;
  private skip: (() => void) | null = null;

  constructor(
    readonly id: string,
    /** Who of the people at this device looks; 0: it is a screen; null: it has not been said. */
    readonly person: number | null = null,
  ) {
    const protocol = location.protocol === "https:" ? "wss" : "ws";
    const who = person === null ? "" : `?person=${person}`;
    const address = `${protocol}://${location.host}/api/rooms/${id}/socket${who}`;
    this.connection = new Connection(address, {
      message: (message) => this.received(message),
      open: () => this.opened(),
      lost: () => this.lost(),
      gone: (sentence) => this.gone(sentence),
    });
    $effect.root(() => {
      $effect(() => {
        const language = words.language;
        if (this.connection.up) this.send({ type: "hello", language });
      });
    });
  }

  get view(): View {
    return this.shown ?? this.newest!;
  }
  get seat(): number | null {
    return this.room?.you.seat ?? null;
  }
  get level(): Level {
    return (this.seat === null ? null : this.room?.seats[this.seat]?.help) ?? "referee";
  }
  get helped(): Helped | null {
    return this.given?.level === this.level ? this.given : null;
  }
  get free(): boolean {
    return this.state === "open" && !this.sent && this.shown === this.newest && (this.newest?.legal.length ?? 0) > 0;
  }

  send(message: Incoming): void {
    this.connection.send(message);
  }

  pick(picks: number | number[]): void {
    if (!this.newest || this.sent) return;
    this.sent = this.connection.send({ type: "pick", turn: this.newest.turn, pick: picks });
    if (this.sent) tick("move");
  }

  tryOut(picks: number[], help = false): Promise<Outcome | null> {
    const view = this.newest;
    const id = ++this.ids;
    return new Promise((answer) => {
      if (!view || !this.connection.send({ type: "try", id, turn: view.turn, try: picks, help })) answer(null);
      else this.asked.set(id, answer);
    });
  }

  note(marks: unknown): void {
    this.marks = marks;
    this.unsaved = !this.connection.send({ type: "note", marks });
  }

  /** The proof of a mark, a sentence a line; none if the level of help does not allow it. */
  why(claim: unknown): Promise<string[]> {
    const id = ++this.ids;
    return new Promise((answer) => {
      if (this.connection.send({ type: "why", id, claim })) this.reasons.set(id, answer);
      else answer([]);
    });
  }

  close(): void {
    this.connection.close();
    this.shows++;
  }

  /** Any tap ends what is being shown: input never waits for a picture. */
  finish(): void {
    this.skip?.();
  }

  private opened(): void {
    this.state = "open";
    this.sent = false;
    this.send({ type: "hello", language: words.language });
    if (this.unsaved) this.note(this.marks);
  }

  private lost(): void {
    if (this.state !== "lost") this.lostAt = Date.now();
    if (this.state !== "opening") this.state = "lost";
    this.sent = false;
    for (const answer of this.asked.values()) answer(null);
    this.asked.clear();
    for (const answer of this.reasons.values()) answer([]);
    this.reasons.clear();
  }

  private gone(sentence: string): void {
    this.state = "gone";
    this.sentence = sentence;
  }

  private received(message: Outgoing): void {
    if (message.type === "room") {
      note(this.id, message.commitment, message.started);
      this.room = message;
    } else if (message.type === "view") void this.look(message);
    else if (message.type === "notes") this.marks = this.unsaved ? this.marks : message.marks;
    else if (message.type === "helped") {
      this.coming = message;
      if (this.shown === this.newest || message.level !== this.given?.level) this.given = message;
    } else if (message.type === "because" && message.id !== null) {
      this.reasons.get(message.id)?.(message.lines);
      this.reasons.delete(message.id);
    } else if (message.type === "link") this.deviceLink = message;
    else if (message.type === "tried" && message.id !== null) {
      this.asked.get(message.id)?.({ ...message.view, shown: message.shown });
      this.asked.delete(message.id);
    } else if (message.type === "refused") {
      this.sent = false;
      this.sentence = message.why === "stale" ? t("stale") : message.sentence;
      if (message.id !== null) {
        this.asked.get(message.id)?.(null);
        this.asked.delete(message.id);
        this.reasons.get(message.id)?.([]);
        this.reasons.delete(message.id);
      }
    }
  }

  /** A view arrives: what happened since the last one is shown move by move, in a few seconds at most. */
  private async look(view: View): Promise<void> {
    const before = this.newest;
    const news = before && view.turn > before.turn ? view.journal.filter((entry) => entry.n > before.turn) : [];
    if (before && view.turn > before.turn && this.lostAt && Date.now() - this.lostAt > 1500)
      this.away = news.filter((entry) => entry.by !== "table" && entry.by !== this.seat).length || null;
    this.lostAt = 0;
    this.sent = false;
    this.newest = view;
    const show = ++this.shows;
    this.skip?.();
    const ceremony = view.over && before !== null && !before.over;
    if (before && news.length > 1 && news.length <= 99 && !calm() && !document.hidden && this.away === null)
      await this.tell(view, before, news, show, ceremony ? 9000 : 3600);
    if (show !== this.shows) return;
    this.fresh = news.length ? news.slice(-1) : [];
    this.shown = view;
    if (this.coming) this.given = this.coming;
    if (view.must_act && !before?.must_act) this.nudge();
  }

  private async tell(view: View, before: View, news: readonly Entry[], show: number, most: number): Promise<void> {
    const who = this.person === null ? "" : `person=${this.person}&`;
    const wait = new Promise<null>((done) => setTimeout(() => done(null), 700));
    const told = await Promise.race([
      replay(
        this.id,
        `?${who}eye=${view.eye}&from=${before.turn + 1}&to=${view.turn}&language=${words.language}`,
      ).catch(() => null),
      wait,
    ]);
    if (!told || show !== this.shows) return;
    const rests = pauses(news, most);
    let over = false;
    this.skip = () => (over = true);
    for (const [i, frame] of told.frames.entries()) {
      if (over || show !== this.shows || frame.n >= view.turn) break;
      this.fresh = frame.entry ? [frame.entry] : [];
      this.shown = moment(view, frame);
      const kind = (frame.entry?.action as { do?: string } | undefined)?.do;
      if (kind) tick(kind);
      await new Promise<void>((done) => {
        const timer = setTimeout(done, rests[i] ?? 200);
        this.skip = () => {
          over = true;
          clearTimeout(timer);
          done();
        };
      });
    }
    this.skip = null;
  }

  private nudge(): void {
    tick("turn");
    if (settings.notify && document.hidden)
      notify(`${t("your_move")}: ${this.room?.title ?? "Tepui"}`, this.newest?.prompt ?? "", this.id);
    if (settings.buzz && document.visibilityState === "visible" && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(60);
  }
}
