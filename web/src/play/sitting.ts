// What a board gets, at a running table and in a replay: draw `view`, answer through `pick`.
import type { JournalEntry, View } from "./story";
import type { Choice, HelpShown, Incoming, RoomMessage as Room } from "../net/wire";

/** How much my sheet helps: pencil (nothing), referee (what I have seen), teacher (chances and reasons). */
export type Level = HelpShown["level"];
export const LEVELS: readonly Level[] = ["pencil", "referee", "teacher"];

/** What the help shows, and the turn of the view that it belongs to. */
export type Helped = HelpShown & { readonly turn: number };

/** A view as it would be; with what the help would show then, if that was asked for. */
export type Outcome = View & { readonly shown?: unknown };

/** The line to a running table: who chats, chooses a level of help or asks a master does it through this. */
export interface Running {
  readonly id: string;
  /** Who of the people at this device looks; 0: it is a screen for everybody. */
  readonly person: number | null;
  readonly room: Room | null;
  readonly seat: number | null;
  readonly level: Level;
  /** The game as it is now, while a moment before it may still be drawn. */
  readonly newest: View | null;
  send(message: Incoming): boolean;
}

export interface Sitting {
  /** Absent in a replay, a lesson, a puzzle, and beside the box. */
  readonly running?: Running;
  /** The game as these eyes see it now; while moves are shown one by one, the moment that is shown. */
  readonly view: View;
  readonly room: Room | null;
  /** My seat; null for whoever watches. */
  readonly seat: number | null;
  /** May I press anything now? (My move, connected, nothing under way.) */
  readonly free: boolean;
  /** The moves that led from the picture shown before to this one: what may move on the board. */
  readonly fresh: readonly JournalEntry[];
  /** My private marks on the sheet; null: none yet. */
  readonly marks: unknown;
  /** How much my sheet helps; replays and games without levels are drawn as the referee would. */
  readonly level: Level;
  /** Send a move: an index into `view.legal`, or a chain of them that is played as one. */
  /** Shown to the players of one device between two of their moves: nothing is worked out for them there. */
  readonly laid?: boolean;
  /** `aloud`: everyone looks now, also at a device that several share. */
  pick(picks: number | number[], aloud?: boolean): void;
  /** The view as it would be after these picks; tells nobody. Null: no longer possible. */
  tryOut(picks: number[], help?: boolean): Promise<Outcome | null>;
  note(marks: unknown): void;
  /** Say this in the head of the page: a step of a chain, a ceremony. Null: the prompt again. */
  consider?(sentence: string | null): void;
  /** Is a moment on the way to the present on the screen? */
  readonly showing?: boolean;
  /** Moves that are being shown one by one are shown to their end at once. */
  finish?(): void;
  /** Is it a real table, where keys below the board tell what happened? Then the board only shows. */
  readonly entering?: boolean;
  /** What the help shows at my level (a game's own `Shown`), and the proof of a mark; absent in a replay. */
  readonly helped?: Helped | null;
  why?(claim: unknown): Promise<string[]>;
  /** In a puzzle that is answered by pointing at something: what is pointed at, and how. */
  readonly pointed?: unknown;
  readonly point?: ((claim: unknown) => void) | undefined;
}

/** The legal actions of one kind, with their places in the list. */
export function offered<A extends { do: string }, D extends A["do"]>(
  legal: readonly Choice[],
  kind: D,
): { index: number; label: string; action: Extract<A, { do: D }> }[] {
  return legal.flatMap((choice, index) => {
    const action = choice.action as A;
    return action.do === kind ? [{ index, label: choice.label, action: action as Extract<A, { do: D }> }] : [];
  });
}

/** Does this picture have a seat that owes a decision, and is it mine? */
export function mine(view: View, seat: number | null): boolean {
  return seat !== null && view.to_act.includes(seat);
}
