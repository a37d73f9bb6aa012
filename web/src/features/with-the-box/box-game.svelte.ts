// An evening with a real box: this page holds what was entered, the server folds all of it into a view each time.
// No rule is here. Without a connection entries are kept, by the keys that were offered before, and folded later.
import { untrack } from "svelte";
import { companion, companionRecord, companionReview, companionWhy, Said } from "../../net/http";
import { evening, isOf, jotted, keep, type Entered, type Kept, type Line, type Setting } from "./saved";
import { askedAfter, likely, noted, type KnownForm } from "./known";
import { retryDelay } from "../../net/socket";
import { whenever } from "../../play/after.svelte";
import type { Helped, Level, Sitting } from "../../play/sitting";
import { tick } from "../../play/sound";
import { continued, presentView, type JournalEntry, type Story, type View } from "../../play/story";
import type {
  CompanionAsked,
  CompanionChoice,
  CompanionForm,
  CompanionNoted,
  CompanionState,
  Told,
} from "../../net/wire";
import { t, words } from "../../words/words.svelte";

/** One line of the journal of entries. */
export type Noted = {
  readonly at: number;
  readonly line: Line;
  /** "noted": not folded yet, since there is no connection. */
  readonly state: CompanionNoted["state"] | "noted" | "jotted";
  readonly text: string;
  readonly sentence: string;
};
/** So long a fold may take before the line counts as lost, in ms. */
const PATIENCE = 8000;

export class BoxGame implements Sitting {
  readonly room = null;
  readonly free = false;
  readonly entering = true;
  kept = $state.raw() as Kept;
  lost = $state(false);
  busy = $state(false);
  /** What the server said no with, or what happened in another tab. */
  sentence = $state("");
  /** The device keeps nothing: the evening is over when the page is closed. */
  unkept = $state(false);
  fresh = $state.raw<readonly JournalEntry[]>([]);
  /** What was taken back last, and can be put back. */
  undone = $state.raw<Line | null>(null);
  /** The question that the reader chose from memory, without a connection. */
  private wanted = $state<string | null>(null);
  private folds = 0;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly stopEffects: () => void;

  constructor(kept: Kept) {
    this.kept = kept;
    addEventListener("storage", this.elsewhere);
    for (const event of ["online", "pageshow"] as const) addEventListener(event, this.again);
    document.addEventListener("visibilitychange", this.again);
    this.stopEffects = whenever(() => {
      void words.language; // another language: told anew; the answer is none of its reasons
      untrack(() => void this.fold());
    });
  }

  readonly setting = $derived<Setting>(this.kept.setting);
  readonly told = $derived(this.kept.told);
  /** Does the last answer speak of everything that was entered? */
  readonly current = $derived(this.kept.told !== null && this.kept.toldAt === this.kept.count);
  private readonly story = $derived.by((): Story | null => {
    const { told, toldAt } = this.kept;
    return told && continued(null, { ...told.view, turn: toldAt, legal: [] });
  });
  get view(): View {
    return presentView(this.story!, this.setting.names);
  }
  get seat(): number | null {
    return this.setting.eye === "audience" ? null : this.setting.eye;
  }
  get level(): Level {
    return this.setting.help;
  }
  get marks(): unknown {
    return this.kept.marks;
  }
  readonly helped = $derived.by((): Helped | null =>
    this.story?.help ? { ...this.story.help, turn: this.story.turn } : null,
  );

  /** The lines of the journal, each with what the server said of it. */
  readonly journal = $derived.by((): Noted[] => {
    let entry = 0;
    return this.kept.lines.map((line, at): Noted => {
      if (jotted(line)) return { at, line, state: "jotted", text: line.note, sentence: "" };
      const said = this.current || this.kept.run > 0 ? this.told?.noted[entry] : undefined; // only added since then
      entry++;
      return {
        at,
        line,
        state: said?.state ?? "noted",
        text: said?.text || line.label,
        sentence: said?.sentence ?? "",
      };
    });
  });
  readonly stuck = $derived(this.journal.find((one) => one.state === "stuck") ?? null);
  readonly waiting = $derived(this.journal.filter((one) => one.state === "noted").length);
  /** The entries of the deal, until they have been compared with the table. */
  readonly compare = $derived(this.current && !this.kept.compared && !this.stuck ? (this.told?.read_back ?? []) : []);
  /** Which line an entry is, counted without what was jotted down. */
  lineOf(entry: number): number {
    return this.kept.lines.findIndex(
      (line, at) => !jotted(line) && this.kept.lines.slice(0, at).filter((one) => !jotted(one)).length === entry,
    );
  }

  /** What is asked next whatever was answered, as the server has told in advance: the thumb may run ahead. */
  private readonly next = $derived(
    this.current ? null : (this.kept.run > 0 && this.told?.next[this.kept.run - 1]) || null,
  );
  /** And after that. */
  readonly ahead = $derived(this.current || this.next ? (this.told?.next.slice(this.kept.run) ?? []) : []);
  /** What the reader can be asked without a connection: every question that was asked before. */
  readonly remembered = $derived(this.lost && !this.current && !this.next ? this.kept.known : []);
  readonly form = $derived.by((): CompanionForm | null => {
    if (this.current || !this.lost || this.next) return this.next ?? this.told?.form ?? null;
    const chosen = this.kept.known.find((one) => one.key === this.wanted);
    return (chosen ?? likely(this.kept.known, this.kept.asked))?.form ?? null;
  });
  /** May a key be pressed? */
  readonly ready = $derived(this.form !== null && (this.current || this.lost || this.next !== null));

  choose(known: KnownForm): void {
    this.wanted = known.key;
  }
  /** An answer, or those to the questions ahead with it. */
  enter(...choices: CompanionChoice[]): void {
    const form = this.form;
    if (!this.ready || !form) return;
    const forms = [form, ...this.ahead].slice(0, choices.length);
    this.wanted = null;
    tick("placed");
    const run = this.kept.run < 0 ? -1 : this.kept.run + choices.length;
    this.change([...this.kept.lines, ...choices.map(entered)], {
      asked: forms.reduce(askedAfter, this.kept.asked),
      run,
    });
  }
  jot(note: string): void {
    if (note.trim()) this.change([...this.kept.lines, { note: note.trim() }], { run: this.kept.run });
  }
  undo(): void {
    const last = this.kept.lines.at(-1);
    if (!last) return;
    this.change(this.kept.lines.slice(0, -1));
    this.undone = last;
  }
  putBack(): void {
    if (this.undone) this.change([...this.kept.lines, this.undone]);
  }
  replace(at: number, choice: CompanionChoice): void {
    this.change(this.kept.lines.map((line, k) => (k === at ? entered(choice) : line)));
  }
  insert(at: number, choice: CompanionChoice): void {
    this.change([...this.kept.lines.slice(0, at), entered(choice), ...this.kept.lines.slice(at)]);
  }
  remove(at: number): void {
    this.change(this.kept.lines.filter((_, k) => k !== at));
  }
  compared(): void {
    this.save({ compared: true });
  }
  help(level: Level): void {
    this.save({ setting: { ...this.setting, help: level } });
    void this.fold();
  }
  note(marks: unknown): void {
    this.save({ marks });
    void this.fold(); // the referee reads the pencil, too
  }
  async why(claim: unknown): Promise<string[]> {
    try {
      const asked = { ...this.question(this.kept.lines), claim: claim as never };
      return (await companionWhy(this.setting.game, asked, words.language, PATIENCE)).lines;
    } catch {
      return [];
    }
  }
  /** The game so far as a file. */
  record(): Promise<string> {
    return companionRecord(this.setting.game, this.question(this.kept.lines), words.language);
  }
  /** The finished game looked at again through these eyes. */
  async review(): Promise<Told> {
    return (await companionReview(this.setting.game, this.question(this.kept.lines), words.language)).told;
  }
  /** As it was before this line: the view then, and what was asked. Null: there is no connection. */
  async before(at: number): Promise<{ form: CompanionForm | null; view: View } | null> {
    try {
      const told = await this.ask(this.kept.lines.slice(0, at));
      const story = continued(null, { ...told.view, legal: [] });
      return story && { form: told.form, view: presentView(story, this.setting.names) };
    } catch {
      return null;
    }
  }
  pick(): void {}
  tryOut(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): void {
    this.closed = true;
    this.stopEffects();
    clearTimeout(this.retry);
    removeEventListener("storage", this.elsewhere);
    for (const event of ["online", "pageshow"] as const) removeEventListener(event, this.again);
    document.removeEventListener("visibilitychange", this.again);
  }

  /** Other lines than before: on the device first, then to the server. */
  private change(lines: readonly Line[], more: Partial<Kept> = {}): void {
    this.undone = null;
    if (this.save({ lines, count: this.kept.count + 1, run: -1, ...more })) void this.fold();
  }
  private save(change: Partial<Kept>): boolean {
    const there = evening(this.kept.id);
    if (there && there.count > this.kept.count) {
      this.kept = there; // another tab has gone on
      this.sentence = t("stale");
      void this.fold();
      return false;
    }
    this.kept = { ...this.kept, ...change, changed: Date.now() };
    this.unkept = !keep(this.kept);
    return true;
  }

  /** Everything that the server needs to know: it keeps nothing itself. */
  private question(lines: readonly Line[]): CompanionAsked {
    const { names, options, parts, eye, help, depth } = this.setting;
    const entries = lines.flatMap((line) => (jotted(line) ? [] : [{ by: line.by, action: line.action as never }]));
    const marks = this.marks as never;
    const asked = { names: [...names], options: { ...options }, parts, eye, help, depth, entries, marks };
    return { ...asked, seats: names.length, claim: null as never };
  }
  private ask(lines: readonly Line[]): Promise<CompanionState> {
    return companion(this.setting.game, this.question(lines), words.language, PATIENCE);
  }
  private async fold(): Promise<void> {
    const mine = ++this.folds;
    const { count } = this.kept;
    clearTimeout(this.retry);
    this.busy = true;
    try {
      const told = await this.ask(this.kept.lines);
      if (mine !== this.folds || this.closed) return;
      this.lost = this.busy = false;
      this.tries = 0;
      this.sentence = "";
      this.take(told, count);
    } catch (error) {
      if (mine !== this.folds || this.closed) return;
      this.busy = false;
      this.lost = true;
      this.sentence = error instanceof Said ? error.message : "";
      this.retry = setTimeout(() => void this.fold(), 1000 * retryDelay(this.tries++));
    }
  }
  private take(told: CompanionState, toldAt: number): void {
    const before = this.story?.present.n ?? null;
    const { known } = this.kept;
    this.save({ told, toldAt, run: 0, known: told.form ? noted(known, told.form) : known });
    this.fresh = before === null ? [] : (this.story?.journal.filter((entry) => entry.n > before) ?? []);
  }

  private readonly again = (): void => {
    if (!document.hidden && this.lost) void this.fold();
  };
  private readonly elsewhere = (event: StorageEvent): void => {
    if (!isOf(event, this.kept.id)) return;
    const there = evening(this.kept.id);
    if (there && there.count > this.kept.count) {
      this.kept = there;
      if (there.toldAt !== there.count) void this.fold();
    }
  };
}

function entered({ by, action, label }: CompanionChoice): Entered {
  return { by, action, label };
}
