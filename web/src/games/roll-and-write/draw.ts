// What the board draws, worked out from the picture alone: no rule, only what the server said of each legal action.
import type { Advice, Column, Outlook, Picture, Printed, SheetPicture } from "./wire";

export type Cell = { box: number; number: number | null; arrow: boolean; artefact: boolean };

/** The boxes of a printed sheet from the top down. */
export const rowsOf = ({ expedition }: Pick<Printed, "expedition">): number[] =>
  [...expedition.keys()].slice(1).reverse();

/** The boxes of a column from the top down, with what is printed and written in them. */
export function cells(column: Column, picture: Picture): Cell[] {
  const { arrows, artefacts } = picture.printed;
  return rowsOf(picture.printed).map((box) => ({
    box,
    number: column.numbers[box - 1] ?? null,
    arrow: arrows[column.colour]?.includes(box) ?? false,
    artefact: artefacts[column.colour]?.includes(box) ?? false,
  }));
}

export type Offer = Outlook & { index: number };

/** The legal actions with their places in the list. */
export const offers = (picture: Picture): Offer[] => picture.options.map((option, index) => ({ ...option, index }));

/** The entries on offer, by colour, the lowest number first. */
export function byColour(all: readonly Offer[]): Record<string, Offer[]> {
  const found: Record<string, Offer[]> = {};
  for (const offer of all.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0)))
    if (offer.colour) (found[offer.colour] ??= []).push(offer);
  return found;
}

/** Where an entry is written: a box, the circle or the top. */
export const place = (offer: Offer): number | string => (offer.use === "number" ? (offer.box ?? 0) : offer.use);

/** What a ghost shows: the number, a cross in the circle, a vase at the top. */
export const ghost = (offer: Offer): string =>
  offer.use === "circle" ? "×" : offer.use === "top" ? "✓" : `${offer.number ?? ""}`;

/** What an offer is worth to the learned player: the final score to expect, and how much more than by passing. */
export type Worth = { value: number; gain: number; best: boolean };

/** The teacher's opinion, by place in the list; none if it is not about these offers. */
export function taught(all: readonly Offer[], advice: Advice | null): ReadonlyMap<number, Worth> {
  const values = advice?.values ?? [];
  if (!all.length || values.length !== all.length) return new Map();
  const pass = all.find((offer) => offer.use === "refuse" || offer.use === "skip");
  const most = Math.max(...values);
  const zero = pass ? values[pass.index]! : most;
  const best = values.indexOf(most);
  return new Map(
    values.map((value, index) => [index, { value, gain: Math.round((value - zero) * 10) / 10, best: index === best }]),
  );
}

/** The worth of the best of these offers. */
export function worthOf(some: readonly Offer[], of: ReadonlyMap<number, Worth>): Worth | undefined {
  return some
    .map((offer) => of.get(offer.index))
    .reduce((one, other) => (!one || (other && other.value > one.value) ? other : one), undefined);
}

export type Line = { what: string; colour: string | null; points: number[] };

/** The account of a finished game, line by line. */
export function account({ sheets, printed }: Picture): Line[] {
  return [
    ...printed.colours.map((colour, c) => ({
      what: "expedition",
      colour,
      points: sheets.map((s) => s.columns[c]!.points),
    })),
    { what: "artefacts", colour: null, points: sheets.map((sheet) => sheet.artefact_points) },
    { what: "refusals", colour: null, points: sheets.map((sheet) => sheet.refusal_points) },
    { what: "bridges", colour: null, points: sheets.map((sheet) => sheet.bonus_points) },
  ];
}

/** What a sheet says to whoever cannot see it. */
export const spoken = (sheet: SheetPicture, c: number): string => sheet.columns[c]?.numbers.join(" ") || "–";
