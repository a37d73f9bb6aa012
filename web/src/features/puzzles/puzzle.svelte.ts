// A puzzle as this page holds it: the board of one moment, what was answered, and what the server says to it.
import * as ask from "../../net/http";
import type { Helped, Level, Outcome, Sitting } from "../../play/sitting";
import { tick } from "../../play/sound";
import { continued, presentView, type JournalEntry, type Story, type View } from "../../play/story";
import type { Result } from "./solved";
import type { PuzzleAsked, PuzzleTold, PuzzleTry } from "../../net/wire";
import { Attempt } from "../../net/resource.svelte";
import { words } from "../../words/words.svelte";

export class PuzzleGame implements Sitting {
  readonly room = null;
  readonly level: Level = "referee";
  readonly fresh: readonly JournalEntry[] = [];
  asked = $state.raw<PuzzleAsked | null>(null);
  /** What the server said to the last answer; null: nothing is answered yet. */
  told = $state.raw<PuzzleTold | null>(null);
  tries = $state(0);
  state = $state<"open" | "solved" | "shown">("open");
  readonly asking = new Attempt();
  marks = $state.raw<unknown>(null);
  /** What is pointed at, in a puzzle that is answered so. */
  pointed = $state.raw<unknown>(null);
  private sent = $state(false);
  private story = $state.raw<Story | null>(null);
  private turn = 1;

  /** `path` is the address of the puzzle; `ondone` hears of every answer. */
  constructor(
    readonly path: string,
    private readonly ondone: (game: PuzzleGame) => void = () => undefined,
    /** How it stood after an earlier visit. */
    private readonly before?: (asked: PuzzleAsked) => Result,
  ) {}

  async look(): Promise<PuzzleAsked> {
    const found = await ask.puzzle(this.path, words.language);
    if (this.asked === null) {
      const { tries, state } = this.before?.(found) ?? this;
      [this.marks, this.tries, this.state] = [found.marks, tries, state];
    }
    this.asked = found;
    this.story = continued(null, { ...found.view, turn: this.turn });
    if (this.state !== "open") await this.answer({ do: "show" });
    else this.told = null; // it was said in another language
    return found;
  }

  get view(): View {
    const shown = presentView(this.story!, this.asked?.names ?? []);
    return this.state === "open" ? shown : { ...shown, legal: [], must_act: false, may_act: false };
  }
  get seat(): number {
    return this.asked?.seat ?? 0;
  }
  get free(): boolean {
    return !this.sent && this.state === "open" && this.story !== null && this.story.legal.length > 0;
  }
  get helped(): Helped | null {
    return this.story?.help ? { ...this.story.help, turn: this.story.turn } : null;
  }
  /** Only in a puzzle that is answered by pointing. */
  get point(): ((claim: unknown) => void) | undefined {
    return this.asked?.form === "claim"
      ? (claim) => {
          if (this.state === "open") this.pointed = claim;
        }
      : undefined;
  }

  pick(picks: number | number[]): void {
    void this.answer({ picks: Array.isArray(picks) ? picks : [picks] });
  }
  confirm(): void {
    if (this.pointed) void this.answer({ claim: this.pointed as PuzzleTry["claim"] });
  }
  show(): void {
    void this.answer({ do: "show" });
  }
  async tryOut(picks: number[]): Promise<Outcome | null> {
    const { story } = this;
    if (!story) return null;
    const tried = await this.ask({ do: "try", picks });
    const next = tried?.view && this.story === story ? continued(story, { ...tried.view, turn: story.turn }) : null;
    return next && presentView(next, this.asked?.names ?? []);
  }
  note(marks: unknown): void {
    this.marks = marks;
  }

  private async ask(answer: Partial<PuzzleTry>): Promise<PuzzleTold | null> {
    return (await this.asking.run(() => ask.answerPuzzle(this.path, answer, words.language))) ?? null;
  }

  private async answer(answer: Partial<PuzzleTry>): Promise<void> {
    if (this.sent) return;
    const again = this.state !== "open"; // in another language
    this.sent = true;
    const told = await this.ask(again ? answer : { ...answer, tries: this.tries + 1 });
    this.sent = false;
    if (!told) return this.putDown();
    this.told = told;
    if (told.claim) this.pointed = told.claim;
    if (again) return;
    tick(answer.do === "show" ? "placed" : told.right ? "right" : "wrong");
    if (answer.do !== "show") this.tries++;
    if (answer.do === "show") this.state = "shown";
    else if (told.right) this.state = "solved";
    else this.putDown();
    this.ondone(this);
  }

  /** What was in hand is put down: it is asked anew. */
  private putDown(): void {
    this.turn++;
    this.pointed = null;
    if (this.story) this.story = { ...this.story, turn: this.turn, offer: this.turn };
  }
}
