// Which board draws which game. A board is a Svelte component, loaded when somebody sits down at its game.
import type { Component, Snippet } from "svelte";
import { bringsBoard } from "../net/http";
import type { Sitting } from "../play/sitting";
import type { JournalEntry, View } from "../play/story";
import type { CompanionChoice, CompanionForm } from "../net/wire";

export type BoardProps = {
  sitting: Sitting;
  /** Show the moment of a journal entry. */
  onjump?: (entry: JournalEntry) => void;
  /** Instead of the buttons of the game: those of a replay, a lesson, a puzzle, a companion. */
  ending?: Snippet | undefined;
  /** At the end of a game: what the shell offers and says, below the result. */
  after?: Snippet | undefined;
  /** Beside a real table the journal is the list of entries. */
  journal?: Snippet | undefined;
};
export type Board = Component<BoardProps>;

/** The form in which an owner enters the printed numbers of a game: web/src/games/NAME/Entry.svelte. */
export type EntryProps<Printed> = {
  /** What is entered so far, and what the game itself has. */
  draft: Printed;
  own: Printed;
  /** The name in the file that the server complains of, with its table; "" if nothing is wrong. */
  where: string;
  /** `told`: what a screen reader says of it. */
  onchange: (next: Printed, told?: string) => void;
};
/** What the form starts with, and the file that it writes: web/src/games/NAME/entry.ts. */
export type Entry = { start: (own: never) => unknown; file: (draft: never, own: never) => string };
const forms = import.meta.glob<{ default: Component<EntryProps<never>> }>("./*/Entry.svelte");
const entries = import.meta.glob<Entry>("./*/entry.ts");
/** Null: this game's file is edited as a text. */
export async function entryOf(game: string): Promise<(Entry & { Form: Component<EntryProps<never>> }) | null> {
  const [form, entry] = [forms[`./${game}/Entry.svelte`], entries[`./${game}/entry.ts`]];
  if (!form || !entry) return null;
  const [{ default: Form }, { start, file }] = await Promise.all([form(), entry()]);
  return { Form, start, file };
}

/** The sheets of a game, to be printed: web/src/games/NAME/Paper.svelte. */
const papers = import.meta.glob<{ default: Component<{ printed: never }> }>("./*/Paper.svelte");
export const hasPaper = (game: string): boolean => `./${game}/Paper.svelte` in papers;
export const paperOf = async (game: string): Promise<Component<{ printed: never }>> =>
  (await papers[`./${game}/Paper.svelte`]!()).default;

/** The keys with which one enters what happens at a real table: web/src/games/NAME/Pad.svelte. */
export type PadProps = {
  /** What can have happened, as the server says. Nothing else is on a key. */
  choices: readonly CompanionChoice[];
  /** The game as it stands when this is asked. */
  view: View;
  /** The question, for who hears it. */
  prompt: string;
  /** What is asked after it, whatever is answered: a pad may take the answers to these, too. */
  ahead?: readonly CompanionForm[];
  onenter: (...choices: CompanionChoice[]) => void;
};
const pads = import.meta.glob<{ default: Component<PadProps> }>("./*/Pad.svelte");
export const padOf = async (game: string): Promise<Component<PadProps>> =>
  (await (pads[`./${game}/Pad.svelte`] ?? pads["./generic/Pad.svelte"]!)()).default;

const boards = import.meta.glob<{ default: Board }>("./*/Board.svelte");

/** The board of a game: web/src/games/NAME/Board.svelte, one that it brings, or the generic one for any picture. */
export async function boardOf(game: string): Promise<Board> {
  const ours = boards[`./${game}/Board.svelte`];
  if (ours) return (await ours()).default;
  const framed = await bringsBoard(game).catch(() => false);
  return (await (framed ? import("./generic/Framed.svelte") : boards["./generic/Board.svelte"]!())).default;
}
