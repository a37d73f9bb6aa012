// What the board draws, worked out from the picture alone: no rule, only what the server said of each legal action.
import type { Advice, Column, Outlook, Picture, SheetPicture } from "./wire";

export type Cell = { box: number; number: number | null; arrow: boolean; artefact: boolean };

/** The nine boxes of a column from the top down, with what is printed and written in them. */
export function cells(column: Column, picture: Picture): Cell[] {
  const { arrows, artefacts } = picture.printed;
  return Array.from({ length: 9 }, (_, k) => {
    const box = 9 - k;
    return {
      box,
      number: column.numbers[box - 1] ?? null,
      arrow: arrows[column.colour]?.includes(box) ?? false,
      artefact: artefacts[column.colour]?.includes(box) ?? false,
    };
  });
}

export type Offer = Outlook & { index: number };

/** The legal actions with their places in the list. */
export const offers = (picture: Picture): Offer[] => picture.options.map((option, index) => ({ ...option, index }));

/** The entries on offer, by colour. */
export function byColour(all: readonly Offer[]): Record<string, Offer[]> {
  const found: Record<string, Offer[]> = {};
  for (const offer of all) if (offer.colour) (found[offer.colour] ??= []).push(offer);
  return found;
}

/** The row in which an entry is written: 0 the circle, 1 to 9 a box, 10 the top. */
export const place = (offer: Offer): number => offer.box ?? 0;

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

/** The account of a finished game, line by line; the lines add up to the totals. */
export function account(picture: Picture): Line[] {
  const { sheets, printed } = picture;
  const lines: Line[] = printed.colours.map((colour, c) => ({
    what: "expedition",
    colour,
    points: sheets.map((sheet) => sheet.columns[c]?.points ?? 0),
  }));
  lines.push({ what: "artefacts", colour: null, points: sheets.map((sheet) => sheet.artefact_points) });
  lines.push({ what: "refusals", colour: null, points: sheets.map((sheet) => sheet.refusal_points) });
  lines.push({ what: "bridges", colour: null, points: sheets.map((sheet) => printed.bonus * sheet.bonus.length) });
  return lines;
}

/** Running sums of numbers: 1 2 3 -> 1 3 6. */
export function sums(values: readonly number[]): number[] {
  let total = 0;
  return values.map((value) => (total += value));
}

export type BridgeState = "open" | "mine" | "passing" | "struck";

/** A bridge as one sheet shows it. */
export function bridgeState(picture: Picture, bridge: number, seat: number): BridgeState {
  const here = picture.bridges[bridge];
  if (!here) return "open";
  if (here.paid.includes(seat)) return "mine";
  if (here.passing.includes(seat)) return "passing";
  return here.open ? "open" : "struck";
}

/** What a sheet says to whoever cannot see it. */
export const spoken = (sheet: SheetPicture, c: number): string => sheet.columns[c]?.numbers.join(" ") || "–";
