// What the board writes for a picture: pure functions, tested with saved views.
import { isColour, type Colour } from "../../art/glyphs";
import type { JournalEntry } from "../../play/story";
import type { Action, Asked, Card, Picture, Stand } from "./wire";

export const cell = (card: Card): string => `${card.colour} ${card.number}`;
export const sameCard = (a: Card, b: readonly [number, string]): boolean => a.number === b[0] && a.colour === b[1];
export const colourOf = (card: Card): Colour => (isColour(card.colour) ? card.colour : "blue");

export function stands(picture: Picture): Stand[] {
  return picture.players.flatMap((player) => player.stands);
}

/** The stands that a claim of mine names, in their order. */
export function claimable(picture: Picture): Stand[] {
  const all = stands(picture);
  return picture.claimable.map((letter) => all.find((stand) => stand.letter === letter)!);
}

/** Seats around the table, the own one last. */
export function around(picture: Picture): number[] {
  const seats = picture.players.map((_, seat) => seat);
  const first = picture.me === null ? 0 : picture.me + 1;
  return [...seats.slice(first), ...seats.slice(0, first)].filter((seat) => seat !== picture.me);
}

/** What was asked about a stand, the oldest first. */
export function asked(picture: Picture, letter: string): Asked[] {
  return picture.questions.filter((question) => question.stand === letter);
}

/** What happened, without what is no news: cards that are drawn, dealt or put away, and the numbers of a claim one by
 *  one, which its last line says together. */
export function news(journal: readonly JournalEntry[]): JournalEntry[] {
  const kind = (entry: JournalEntry | undefined): string | undefined => (entry?.action as Action | undefined)?.do;
  return journal.filter((entry, at) => {
    const here = kind(entry) ?? "";
    return (
      !["draw", "deal", "discard", "shuffle"].includes(here) && (here !== "name" || kind(journal[at + 1]) !== "name")
    );
  });
}
