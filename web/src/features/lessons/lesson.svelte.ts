// A lesson as this page holds it: the line of what the learner has done, and where that leads, told by the server.
import { lessonStep } from "../../net/http";
import { keepLine, keepMarks, keptLine, keptMarks, nowKnows } from "../../app/storage";
import { whenever } from "../../play/after.svelte";
import { calm } from "../../play/motion";
import { lessonPauses } from "../../play/pace";
import { Playback } from "../../play/playback.svelte";
import type { Helped, Level, Outcome, Sitting } from "../../play/sitting";
import { continued, newsIn, presentView, viewAt, type JournalEntry, type Story, type View } from "../../play/story";
import { tick } from "../../play/sound";
import type { LessonAnswer, LessonStep, Moment } from "../../net/wire";
import { words } from "../../words/words.svelte";

export class Lesson implements Sitting {
  readonly room = null;
  readonly level: Level = "referee";
  step = $state.raw<LessonStep | null>(null);
  /** The sentence and things of the step that a chain under way has reached. */
  ahead = $state.raw<LessonStep | null>(null);
  refused = $state("");
  /** Wrong tries in this step: after some of them help is offered. */
  tries = $state(0);
  lost = $state(false);
  marks = $state.raw<unknown>(null);
  fresh = $state.raw<readonly JournalEntry[]>([]);
  private sent = $state(false);
  private story = $state.raw<Story | null>(null);
  private readonly playback = new Playback();
  private seen = 0;
  private count = 0;
  private stopEffects: () => void;
  /** Under this name the device keeps how far it was played. */
  private readonly kept: string;

  constructor(
    readonly game: string,
    readonly name: string,
    first = true,
  ) {
    this.kept = first ? game : `${game}.${name}`;
    let before: string | null = null;
    this.stopEffects = whenever(() => {
      const { language } = words;
      if (language === before) return;
      const begun = before === null;
      before = language;
      void this.ask({ line: begun ? keptLine(this.kept) : (this.step?.line ?? []) }, "again");
    });
  }

  get view(): View {
    const { scene } = this.playback;
    const names = this.step?.names ?? [];
    return scene ? viewAt(this.story!, scene, names) : presentView(this.story!, names);
  }
  get seat(): number {
    return typeof this.story?.eye === "number" ? this.story.eye : 0;
  }
  get resting(): boolean {
    return this.story !== null && this.playback.scene === null;
  }
  get showing(): boolean {
    return this.playback.scene !== null;
  }
  get free(): boolean {
    return !this.sent && this.resting && this.story!.legal.length > 0;
  }
  get helped(): Helped | null {
    return this.story?.help ? { ...this.story.help, turn: this.story.turn } : null;
  }

  pick(picks: number | number[]): void {
    void this.answer(Array.isArray(picks) ? picks : [picks]);
  }
  /** What the learner does in this step: looks (nothing), chooses, or moves. */
  async answer(picks: number[]): Promise<void> {
    if (!this.step || this.sent || this.step.kind === "end") return;
    this.sent = true;
    tick("placed");
    await this.ask({ line: this.step.line, do: "answer", picks });
    this.sent = false;
  }
  show(): Promise<void> {
    return this.ask({ line: this.step?.line ?? [], do: "show" });
  }
  back(): Promise<void> {
    return this.ask({ line: this.step?.line ?? [], do: "back" }, "again");
  }
  again(): Promise<void> {
    return this.ask({ line: [] }, "again");
  }
  retry(): Promise<void> {
    return this.ask({ line: this.step?.line ?? keptLine(this.kept) }, "again");
  }

  async tryOut(picks: number[]): Promise<Outcome | null> {
    const { story, step } = this;
    if (!story || !step) return null;
    const tried = await this.fetch({ line: step.line, do: "try", picks });
    if (!tried || this.story !== story) return null;
    if (tried.refused) {
      this.wrong(tried.refused);
      return null;
    }
    this.refused = "";
    if (tried.step !== step.step) this.ahead = tried;
    const next = continued(story, tried.view);
    return next && { ...presentView(next, step.names), shown: tried.view.help?.shown };
  }

  /** The pencil is the learner's: the server never sees it, and this device keeps it with the line. */
  note(marks: unknown): void {
    this.marks = marks;
    keepMarks(this.kept, marks);
  }
  /** A tap: on to the next of what is being shown. */
  next(): void {
    this.playback.next();
  }
  close(): void {
    this.stopEffects();
    this.playback.cancel();
  }

  private async fetch(answer: Partial<LessonAnswer>): Promise<LessonStep | null> {
    try {
      const found = await lessonStep(this.game, this.name, answer, words.language);
      this.lost = false;
      return found;
    } catch {
      this.lost = true; // what was done so far is kept here, and the next try sends it again
      return null;
    }
  }

  private async ask(answer: Partial<LessonAnswer>, how: "on" | "again" = "on"): Promise<void> {
    const found = await this.fetch(answer);
    if (!found) return;
    if (found.refused !== null) {
      if (String(found.line) !== String(this.step?.line)) this.arrive(found, true); // the whole turn begins again
      return this.wrong(found.refused);
    }
    const before = this.step;
    this.ahead = null;
    this.refused = "";
    if (before?.step !== found.step) this.tries = 0;
    if (!before) this.note(keptMarks(this.kept) ?? found.marks);
    else if (before?.step !== found.step) this.note(found.step ? (found.marks ?? this.marks) : found.marks);
    this.arrive(found, how === "again");
    if (found.kind === "end") nowKnows(this.game);
  }

  private arrive(found: LessonStep, still: boolean): void {
    this.step = found;
    keepLine(this.kept, found.line);
    this.look(found, still);
  }

  /** Not this: the hand is put down, and the reason said. Nothing has happened on the table. */
  private wrong(reason: string): void {
    this.refused = reason;
    tick("wrong");
    this.ahead = null;
    this.tries++;
    const turn = ++this.count;
    if (this.story) this.story = { ...this.story, turn, offer: turn };
  }

  private look(found: LessonStep, still: boolean): void {
    const held = still ? null : this.story;
    const message = { ...found.view, turn: ++this.count };
    const news = newsIn(message, held);
    this.story = continued(held, message);
    const scenes = still || calm() ? [] : news.slice(0, -1).filter((moment: Moment) => moment.picture);
    if (!held) this.seen = this.story!.present.n;
    this.playback.play(scenes, {
      rests: lessonPauses,
      onscene: (scene) => this.drawn(scene.n),
      onend: () => this.drawn(this.story!.present.n),
    });
  }

  private drawn(n: number): void {
    this.fresh = this.story!.journal.filter((entry) => entry.n > this.seen && entry.n <= n);
    this.seen = n;
  }
}
