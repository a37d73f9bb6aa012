// What the board writes for a picture: pure functions, tested with saved views.
import { isColour, type Colour } from "../../art/glyphs";
import type { Card, Picture, Stand } from "./wire";

export const cell = (card: Card): string => `${card.colour} ${card.number}`;
export const sameCard = (a: Card, b: readonly [number, string]): boolean => a.number === b[0] && a.colour === b[1];
export const colourOf = (card: Card): Colour => (isColour(card.colour) ? card.colour : "blue");

export function stands(picture: Picture): Stand[] {
  return picture.players.flatMap((player) => player.stands);
}

/** Every card that these eyes have seen anywhere: on the table, in the own hand, on a stand that shows its face. */
export function seen(picture: Picture): Set<string> {
  const found = picture.handled.map(cell);
  for (const player of picture.players) {
    found.push(...player.beside.map(cell));
    for (const stand of player.stands) found.push(...stand.front.map(cell), ...(stand.card ? [cell(stand.card)] : []));
  }
  return new Set(found);
}

/** Seats around the table, the own one last. */
export function around(picture: Picture): number[] {
  const seats = picture.players.map((_, seat) => seat);
  const first = picture.me === null ? 0 : picture.me + 1;
  return [...seats.slice(first), ...seats.slice(0, first)].filter((seat) => seat !== picture.me);
}

/** The newest cards of a pile that fit into so many places, and how many lie under them. */
export function newest(cards: readonly Card[], places: number): { under: number; shown: Card[] } {
  const under = Math.max(0, cards.length - places);
  return { under, shown: cards.slice(under) };
}

/** The stands that a claim names, in their order: all but my own. */
export function claimable(picture: Picture): Stand[] {
  return stands(picture).filter((stand) => stand.owner !== picture.me);
}

/** The number of a stand that lies open, or the only one that my notes leave; null: I must turn the dial. */
export function known(
  stand: Stand,
  crossed: ReadonlySet<string>,
  out: ReadonlySet<string>,
  picture: Picture,
): number | null {
  if (stand.card) return stand.card.number;
  const left = picture.numbers.filter((number) =>
    picture.colours.some((colour) => !crossed.has(`${colour.name} ${number}`) && !out.has(`${colour.name} ${number}`)),
  );
  return left.length === 1 ? left[0]! : null;
}

export type Told = {
  value: string;
  colour: string | null;
  yes: boolean | null;
  secret: boolean;
  asker: number;
  turn: number;
};
/** What was asked about a stand, the newest first. */
export function asked(picture: Picture, letter: string): Told[] {
  return picture.questions
    .filter((question) => question.stand === letter)
    .map((question) => ({
      value: question.value === null ? "" : String(question.value),
      colour: question.kind === "colour" ? String(question.value) : null,
      yes: question.yes,
      secret: question.secret,
      asker: question.asker,
      turn: question.turn,
    }))
    .reverse();
}
