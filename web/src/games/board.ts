// Which board draws which game. A board is a Svelte component, loaded when somebody sits down at its game.
import type { Component, Snippet } from "svelte";
import type { Sitting } from "../lib/sitting";
import type { JournalEntry } from "../lib/story";

export type BoardProps = {
  sitting: Sitting;
  /** Show the moment of a journal entry. */
  onjump?: (entry: JournalEntry) => void;
  /** At the end of the game the shell puts its own buttons (rematch, replay) into the action bar. */
  ending?: Snippet | undefined;
};
export type Board = Component<BoardProps>;

/** The page on which an owner enters the printed sheet of a game: web/src/games/NAME/SheetPage.svelte. */
const sheetPages = import.meta.glob<{ default: Component }>("./*/SheetPage.svelte");
export const hasSheetPage = (game: string): boolean => `./${game}/SheetPage.svelte` in sheetPages;
export const sheetPageOf = async (game: string): Promise<Component> =>
  (await sheetPages[`./${game}/SheetPage.svelte`]!()).default;

const boards = import.meta.glob<{ default: Board }>("./*/Board.svelte");

/** The board of a game: web/src/games/NAME/Board.svelte, or the generic one that draws any picture. */
export async function boardOf(game: string): Promise<Board> {
  const found = boards[`./${game}/Board.svelte`] ?? boards["./generic/Board.svelte"]!;
  return (await found()).default;
}
