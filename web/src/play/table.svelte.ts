// One table as this page holds it: the room, the game's story, my marks, and what I send.
import { whenever } from "./after.svelte";
import { calm } from "./motion";
import type { ClockState } from "./clock";
import { notify } from "../features/calls/notice";
import { kindOf, pauses } from "./pace";
import { Playback } from "./playback.svelte";
import { attend, noteTurn, typed } from "../features/fair-dice/promise";
import { settings } from "../app/settings.svelte";
import type { Helped, Level, Outcome, Sitting } from "./sitting";
import { Connection } from "../net/socket";
import { tick } from "./sound";
import { continued, namesOf, newsIn, owesMove, presentView, viewAt } from "./story";
import type { JournalEntry, Story, View } from "./story";
import type {
  Because,
  Incoming,
  Link,
  Moment,
  Outgoing,
  RoomMessage as Room,
  Token,
  Tried,
  Try,
  View as ViewMessage,
  Why,
} from "../net/wire";
import { listed, pair, t, words } from "../words/words.svelte";
import { version } from "../app/version";

/** How long the moves of one message are shown at most, in ms; the end of a game has its ceremony. */
const SHOW_AT_MOST = 6000;
const CEREMONY_AT_MOST = 9000;
/** A bot's pace at which moves are shown as fast as they are written below, in ms; a slower table shows slower. */
const BRISK = 900;
/** A shorter loss of the connection is not worth a word, in ms. */
const SHORT_LOSS = 1500;

type MessageHandlers = { [T in Outgoing["type"]]: (message: Extract<Outgoing, { type: T }>) => void };
type Answer = Tried | Because;

export class Table implements Sitting {
  readonly running = this;
  room = $state.raw<Room | null>(null);
  marks = $state.raw<unknown>(null);
  clock = $state.raw<ClockState | null>(null);
  state = $state<"opening" | "open" | "lost" | "gone">("opening");
  /** Was the connection lost without a word? Then it has been lost for a while, and is said at once. */
  silent = $state(false);
  sentence = $state("");
  /** What the head of the page says instead of the prompt: the board is at a step of its own. */
  considered = $state<string | null>(null);
  sent = $state(false);
  away = $state<number | null>(null);
  deviceLink = $state.raw<Link | null>(null);
  botToken = $state.raw<Token | null>(null);
  fresh = $state.raw<readonly JournalEntry[]>([]);
  /** Who of the people at this device looks; 0: it is a screen; null: it has not been said. */
  person = $state<number | null>(null);
  /** Whoever looked has moved, and the server has laid the device on the table: what they did is shown as everyone may
   *  see it, until the curtain falls. */
  laid = $state(false);

  /** The rematch that had begun before this page came: nobody is taken there unasked. */
  earlier: string | null = null;
  private names = $state.raw<readonly string[]>([]);
  private story = $state.raw<Story | null>(null);
  /** The story at which this page last rested: help belongs to it, and never runs ahead of the picture. */
  private rested = $state.raw<Story | null>(null);
  private readonly playback = new Playback();
  /** Number of the last move whose picture has been on the screen. */
  private seen = 0;

  private readonly connection: Connection;
  private readonly stopEffects: () => void;
  private readonly pending = new Map<number, (answer: Answer | null) => void>();
  private ids = 0;
  private unsaved = false;
  private lostAt = 0;

  /** The game as it is now. */
  readonly newest = $derived(this.story && presentView(this.story, this.names));
  /** The game as it is drawn now: while moves are shown one by one, an earlier moment. */
  readonly shown = $derived.by((): View | null => {
    const { scene } = this.playback;
    const view = scene && this.story ? viewAt(this.story, scene, this.names) : this.newest;
    if (!view || !this.story?.watched || !view.to_act.length) return view;
    // Whoever looks over a player's shoulder is not told what to do.
    return { ...view, prompt: t("waiting", { names: listed(view.to_act.map((seat) => view.names[seat] ?? "")) }) };
  });
  readonly helped = $derived.by((): Helped | null => {
    const help = this.rested?.help;
    return help?.level === this.level ? { ...help, turn: this.rested!.turn } : null;
  });

  constructor(
    readonly id: string,
    person: number | null = null,
  ) {
    this.person = person;
    this.connection = new Connection(this.address, {
      message: (message) => this.received(message),
      open: () => this.opened(),
      lost: (silent) => this.lost(silent),
    });
    this.stopEffects = whenever(() => {
      const hello = this.hello();
      if (this.connection.up) this.send(hello); // another language, or another wish for motion
    });
  }

  private get address(): string {
    const protocol = location.protocol === "https:" ? "wss" : "ws";
    const who = this.person === null ? "" : `?person=${this.person}`;
    return `${protocol}://${location.host}/api/rooms/${this.id}/socket${who}`;
  }
  get view(): View {
    return this.shown!;
  }
  get seat(): number | null {
    return this.room?.you.seat ?? null;
  }
  get level(): Level {
    return (this.seat === null ? null : this.room?.seats[this.seat]?.help) ?? "referee";
  }
  /** Is the present on the screen, and not a moment on the way to it? */
  get resting(): boolean {
    return this.story !== null && this.playback.scene === null;
  }
  get showing(): boolean {
    return this.playback.scene !== null;
  }
  get free(): boolean {
    return this.state === "open" && !this.sent && this.resting && this.story!.legal.length > 0;
  }

  send(message: Incoming): boolean {
    return this.connection.send(message);
  }

  pick(picks: number | number[], aloud = false): void {
    if (!this.story || this.sent) return;
    this.sent = this.send({ type: "pick", turn: this.story.turn, pick: picks, ...(aloud && { aloud }) });
    if (this.sent) tick("placed");
  }

  async tryOut(picks: number[], help = false): Promise<Outcome | null> {
    if (!this.story) return null;
    const tried = await this.request<Tried>({ type: "try", turn: this.story.turn, try: picks, help });
    const story = tried && continued(this.story, tried.view);
    return story && { ...presentView(story, this.names), shown: tried.view.help?.shown };
  }

  note(marks: unknown): void {
    this.marks = marks;
    this.unsaved = !this.send({ type: "note", marks });
  }

  /** The proof of a mark, a sentence a line; none if the level of help does not allow it. */
  async why(claim: unknown): Promise<string[]> {
    return (await this.request<Because>({ type: "why", claim }))?.lines ?? [];
  }

  /** A word for the dice that somebody has typed. */
  typeWord(text: string): void {
    if (this.room) for (const answer of typed(this.id, this.room, text)) this.send(answer);
  }

  consider(sentence: string | null): void {
    this.considered = sentence;
  }

  close(): void {
    this.stopEffects();
    this.connection.close();
    this.playback.cancel();
  }

  /** Any tap ends what is being shown: input never waits for a picture. */
  finish(): void {
    this.playback.finish();
  }

  private hello(): Incoming {
    return { type: "hello", language: words.language, motion: !calm() };
  }

  private opened(): void {
    if (this.state === "lost") void version.look().then(() => this.renew());
    this.state = "open";
    this.sent = false;
    this.send(this.hello()); // the server sends nothing before it
    if (this.unsaved) this.note(this.marks);
  }

  private lost(silent: boolean): void {
    this.silent = silent;
    if (this.state !== "lost") this.lostAt = Date.now();
    if (this.state !== "opening") this.state = "lost";
    this.sent = false;
    for (const id of [...this.pending.keys()]) this.answer(id, null);
  }

  /** What the page does on a message; a message that is not here is newer than this page, and ignored. */
  private readonly handlers: MessageHandlers = {
    room: (message) => {
      for (const answer of attend(this.id, message)) this.send(answer);
      if (!this.room) this.earlier = message.rematch;
      else if (message.started && !message.over) this.announce(message.lines.slice(this.room.lines.length));
      if (this.person && message.you.person === null) this.layDown();
      this.room = message;
      const names = namesOf(message);
      // Chat brings a room too: views are composed anew only when a name has changed.
      if (names.join("\n") !== this.names.join("\n")) this.names = names;
    },
    view: (message) => this.look(message),
    clock: (message) => {
      this.clock = { ...message, at: performance.now() };
    },
    tried: (message) => this.answer(message.id, message),
    because: (message) => this.answer(message.id, message),
    notes: (message) => {
      if (!this.unsaved) this.marks = message.marks;
    },
    link: (message) => {
      this.deviceLink = message;
    },
    token: (message) => {
      this.botToken = message;
    },
    refused: (message) => {
      this.sent = false;
      this.sentence = message.why === "stale" ? t("stale") : message.sentence;
      this.answer(message.id, null);
    },
    gone: (message) => {
      this.state = "gone";
      this.sentence = message.sentence;
      this.connection.close();
    },
    pong: () => undefined,
  };

  /** What the room says while a game runs (somebody left, a move was taken back, somebody would rather play on) is
   *  read by everyone, not only in the chat. */
  private announce(lines: Room["lines"]): void {
    this.sentence = lines.findLast((line) => line.name === null)?.text ?? this.sentence;
  }

  /** Nothing of whoever looked stays here; their view is replaced by the message that follows. */
  private layDown(): void {
    this.person = this.marks = this.rested = this.deviceLink = null;
    this.laid = true;
    this.connection.address = this.address; // a lost line does not bring them back
  }

  private received(message: Outgoing): void {
    const handle = this.handlers[message.type] as ((message: Outgoing) => void) | undefined;
    handle?.(message);
  }

  /** Send a question; null if it cannot be sent, is refused, or the connection is lost before the answer. */
  private request<A extends Answer>(question: Try | Why): Promise<A | null> {
    const id = ++this.ids;
    return new Promise((resolve) => {
      if (this.send({ ...question, id })) this.pending.set(id, resolve as (answer: Answer | null) => void);
      else resolve(null);
    });
  }

  private answer(id: number | null, answer: Answer | null): void {
    if (id === null) return;
    this.pending.get(id)?.(answer);
    this.pending.delete(id);
  }

  private look(message: ViewMessage): void {
    const held = this.story;
    const story = continued(held, message);
    if (!story) return;
    if (message.moments.length || message.turn !== held?.turn) this.sent = false;
    if (story.places !== null) noteTurn(this.id, message.turn);
    this.story = story;
    if (message.moments.length) this.show(held, story, newsIn(message, held));
    else if (this.resting) this.rested = story; // only the legal list, the help or the turn has changed
  }

  /** Show what is new move by move, in a few seconds at most, and rest at the present. */
  private show(held: Story | null, story: Story, news: readonly Moment[]): void {
    const returned = this.lostAt > 0;
    if (returned && Date.now() - this.lostAt > SHORT_LOSS) this.away = this.byOthers(news) || null;
    this.lostAt = 0;
    this.seen = held ? Math.min(this.seen, (news[0]?.n ?? story.present.n + 1) - 1) : story.present.n;
    // Somebody who is deciding is not interrupted: what others do meanwhile is on the table at once.
    const deciding = held !== null && held.offer === story.offer && owesMove(held) && owesMove(story);
    const still = returned || deciding || calm() || document.hidden;
    // What is still being shown, and what was not yet: they come first, unless they have been taken back.
    const going = this.playback.scene !== null && !still && held !== null && news[0]?.n === held.present.n + 1;
    const scenes = still ? [] : [...(going ? [...this.playback.ahead, held.present] : []), ...news.slice(0, -1)];
    const ceremony = story.places !== null && held?.places === null;
    const slow = Math.max(1, (this.room?.pace ?? 0) / BRISK);
    this.playback[going ? "goOn" : "play"](
      scenes.filter((moment) => moment.picture),
      {
        rests: (moments) => pauses(moments, ceremony ? CEREMONY_AT_MOST : SHOW_AT_MOST, story.eye, slow),
        onscene: (scene) => {
          this.drawn(scene.n);
          tick(kindOf(scene));
        },
        onend: () => this.rest(),
      },
    );
  }

  private rest(): void {
    const story = this.story!;
    const nudge = owesMove(story) && !(this.rested && owesMove(this.rested));
    this.drawn(story.present.n);
    this.rested = story;
    if (nudge) this.nudge();
    this.renew();
  }

  /** A newer version of the page comes between two moves, never while one is owed. */
  private renew(): void {
    if (!this.newest?.must_act) version.renew();
  }

  /** The picture after move `n` is on the screen now: the moves since the one before may move on the board. */
  private drawn(n: number): void {
    this.fresh = this.story!.journal.filter((entry) => entry.n > this.seen && entry.n <= n);
    this.seen = n;
  }

  private byOthers(news: readonly Moment[]): number {
    return news.filter(({ entry }) => entry && entry.by !== "table" && entry.by !== this.seat).length;
  }

  private nudge(): void {
    tick("turn");
    if (settings.notify && document.hidden)
      notify(pair(t("your_move"), this.room?.title ?? "Tepui"), this.newest?.prompt ?? "", this.id);
  }
}
