// A printed sheet as its owner enters it: which boxes carry an arrow, which an artefact.
// What can be is the server's to say.
import type { Printed } from "./wire";

export type Sign = "none" | "arrow" | "artefact" | "both";
export const SIGNS: readonly Sign[] = ["none", "arrow", "artefact", "both"];
type Kind = "arrows" | "artefacts";
type Boxes = Readonly<Record<string, readonly number[]>>;
export type Layout = Readonly<Record<Kind, Boxes>>;
/** The points by number of boxes, as `Printed` names them, and the part of the file that holds them. */
export type Ladders = Pick<Printed, "expedition" | "artefact">; // the refusals' follows, as the server knows
const PARTS = { expedition: "expedition", artefact: "artefacts" } as const;

const nothing = ({ colours }: Printed): Boxes => Object.fromEntries(colours.map((colour) => [colour, []]));
export const empty = (printed: Printed): Layout => ({ arrows: nothing(printed), artefacts: nothing(printed) });
export const layoutOf = (printed: Printed): Layout => ({
  arrows: { ...nothing(printed), ...printed.arrows },
  artefacts: { ...nothing(printed), ...printed.artefacts },
});

export function signAt(layout: Layout, colour: string, box: number): Sign {
  return SIGNS[
    Number(layout.arrows[colour]?.includes(box) ?? false) + 2 * Number(layout.artefacts[colour]?.includes(box) ?? false)
  ]!;
}

/** The sheet with another sign in one box. */
export function put(layout: Layout, colour: string, box: number, sign: Sign): Layout {
  const bits = SIGNS.indexOf(sign);
  const set = (boxes: Boxes, there: boolean): Boxes => ({
    ...boxes,
    [colour]: [...(boxes[colour] ?? []).filter((one) => one !== box), ...(there ? [box] : [])].sort((a, b) => a - b),
  });
  return { arrows: set(layout.arrows, (bits & 1) > 0), artefacts: set(layout.artefacts, (bits & 2) > 0) };
}

/** One tap: nothing, arrow, artefact, both, nothing; backwards with -1. */
export function step(layout: Layout, colour: string, box: number, by: 1 | -1 = 1): Layout {
  return put(
    layout,
    colour,
    box,
    SIGNS[(SIGNS.indexOf(signAt(layout, colour, box)) + by + SIGNS.length) % SIGNS.length]!,
  );
}

export const counted = (layout: Layout, kind: Kind): number =>
  Object.values(layout[kind]).reduce((sum, boxes) => sum + boxes.length, 0);

/** Where an arrow key leads on the sheet: columns go round, boxes do not. */
export function moved(
  { colours, expedition }: Printed,
  colour: string,
  box: number,
  key: string,
): { colour: string; box: number } | null {
  const at = colours.indexOf(colour);
  const to = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
    Home: [-at, 0],
    End: [colours.length - 1 - at, 0],
  }[key];
  if (!to) return null;
  return {
    colour: colours[(at + to[0]! + colours.length) % colours.length]!,
    box: Math.max(1, Math.min(expedition.length - 1, box + to[1]!)),
  };
}

const same = (one: Layout, other: Layout): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The file, without what is as the game's own: nobody has compared that. */
export function toml(layout: Layout, ladders?: Ladders, own?: Printed): string {
  const lines = ["# The sheet of Lost Cities: Roll & Write, entered box by box from a printed one.", ""];
  for (const [name, part] of Object.entries(PARTS) as [keyof Ladders, string][]) {
    if (ladders && own && ladders[name].join() !== own[name].join())
      lines.push(`[${part}]`, `points = [${ladders[name].join(", ")}]`, "");
  }
  if (own && same(layout, layoutOf(own))) return `${lines.join("\n")}\n`;
  lines.push("[layout]", 'source = "a printed sheet"', 'certainty = "entered by its owner"');
  for (const kind of ["arrows", "artefacts"] as const) {
    lines.push(
      "",
      `[layout.${kind}]`,
      ...Object.entries(layout[kind]).map(([colour, boxes]) => `${colour} = [${boxes.join(", ")}]`),
    );
  }
  return `${lines.join("\n")}\n`;
}
