// What a page holds of a game, and the view that a board draws from it.
// Live play, a reload and a replay all come as moments, so all of them are composed here.
import type { Choice, Entry, HelpShown, Moment, RoomMessage as Room, View as ViewMessage } from "../net/wire";

/** A line of the journal: a move as these eyes saw it, and its number. */
export type JournalEntry = Entry & { readonly n: number };

/** What a board draws. */
export interface View {
  readonly eye: ViewMessage["eye"];
  /** Goes back to the server with a pick; it says nothing about what is new. */
  readonly turn: number;
  readonly prompt: string;
  /** The turn since which these eyes have been offered what `legal` lists: as long as it stays, what a person
   *  considers is still about the same question, whatever others do meanwhile. */
  readonly offer: number;
  readonly must_act: boolean;
  readonly may_act: boolean;
  readonly to_act: readonly number[];
  readonly legal: readonly Choice[];
  readonly over: boolean;
  readonly scores: readonly number[];
  /** Per seat, 1 is first; 0 while the game runs. */
  readonly places: readonly number[];
  /** How it ended, a line for each side; empty while the game runs. */
  readonly result: readonly string[];
  readonly names: readonly string[];
  /** Number of my own last move: what comes after it happened meanwhile. 0: none yet. */
  readonly since: number;
  readonly picture: unknown;
  readonly journal: readonly JournalEntry[];
}

/** The seats by who came in where. */
export const ranked = (places: readonly number[]): number[] =>
  places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);

/** What any moment of a game is drawn with. */
export interface Held {
  readonly eye: ViewMessage["eye"];
  readonly turn: number;
  readonly offer?: number;
  /** What never changes in a game; a picture adds the rest. */
  readonly printed: object;
  readonly journal: readonly JournalEntry[];
}

/** Everything that a page holds of a running game. */
export interface Story extends Held {
  readonly offer: number;
  readonly present: Moment;
  readonly legal: readonly Choice[];
  /** The seat behind these eyes is somebody else's, who agreed to it. */
  readonly watched: boolean;
  /** Null while the game runs. */
  readonly places: readonly number[] | null;
  readonly help: HelpShown | null;
}

/** The one rule for a move, a take-back, a new name, other eyes, a reconnect and a slow page:
 *  what is held from the first new moment on is void. Null: nothing has been sent yet. */
export function continued(held: Story | null, message: ViewMessage): Story | null {
  const { eye, turn, legal, moments } = message;
  const places = message.places ?? null;
  const watched = message.watched ?? false;
  const first = moments[0];
  const present = moments.at(-1);
  const offer = held && sameOffer(held, message) ? held.offer : turn;
  if (!first || !present)
    return held && { ...held, turn, offer, legal, watched, places, help: message.help ?? held.help };
  const valid = held?.journal.filter((entry) => entry.n < first.n) ?? [];
  const printed = (message.printed as object | undefined) ?? held?.printed ?? {};
  const journal = [...valid, ...moments.flatMap(journalEntry)];
  return { eye, turn, offer, printed, journal, present, legal, watched, places, help: message.help ?? null };
}

/** The moments that this page has not held before. A whole view repeats what is known: that is no news.
 *  Moves are compared, and not their sentences, because a new language or a new name changes those. */
export function newsIn(message: ViewMessage, held: Story | null): readonly Moment[] {
  if (!held) return [];
  const known = new Map(held.journal.map((entry) => [entry.n, entry]));
  const sameEyes = message.eye === held.eye;
  const isNew = ({ n, entry }: Moment): boolean =>
    n > held.present.n || (sameEyes && !!entry && !sameMove(entry, known.get(n)));
  const from = message.moments.findIndex(isNew);
  return from < 0 ? [] : message.moments.slice(from);
}

/** Is it still the same question that is put to these eyes? They have not moved, and may do what they might before. */
function sameOffer(held: Story, message: ViewMessage): boolean {
  return (
    message.eye === held.eye &&
    message.legal.length === held.legal.length &&
    JSON.stringify(message.legal.map(({ action }) => action)) ===
      JSON.stringify(held.legal.map(({ action }) => action)) &&
    !newsIn(message, held).some(({ entry }) => entry?.by === held.eye)
  );
}

/** A moment as a board draws it: nothing can be pressed there, and nobody has won yet. */
export function viewAt(held: Held, moment: Moment, names: readonly string[]): View {
  const { eye, turn, printed } = held;
  const journal = held.journal.filter((entry) => entry.n <= moment.n);
  return {
    eye,
    turn,
    offer: held.offer ?? turn,
    prompt: moment.prompt ?? "",
    must_act: false,
    may_act: false,
    to_act: moment.to_act ?? [],
    legal: [],
    over: false,
    scores: moment.scores ?? [],
    places: names.map(() => 0),
    result: moment.result ?? [],
    names,
    since: journal.findLast((entry) => entry.by === eye)?.n ?? 0,
    picture: { ...printed, ...(moment.picture as object | undefined) },
    journal,
  };
}

/** The present moment as a board draws it. */
export function presentView(story: Story, names: readonly string[]): View {
  const view = viewAt(story, story.present, names);
  const { legal, places } = story;
  const must_act = owesMove(story);
  const may_act = !must_act && legal.length > 0;
  return { ...view, legal, must_act, may_act, over: places !== null, places: places ?? view.places };
}

/** Do these eyes owe a decision? */
export function owesMove({ eye, watched, present }: Story): boolean {
  return typeof eye === "number" && !watched && !!present.to_act?.includes(eye);
}

/** The move of a moment as a line of the journal; none before the first move. */
export function journalEntry({ n, entry }: Moment): JournalEntry[] {
  return entry ? [{ n, ...entry }] : [];
}

export function namesOf(room: Room): string[] {
  return room.seats.map(({ name, seat }) => name || String(seat + 1));
}

function sameMove(one: Entry, other: Entry | undefined): boolean {
  return one.by === other?.by && JSON.stringify(one.action) === JSON.stringify(other.action);
}
