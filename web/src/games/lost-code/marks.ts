// My pencil on the sheet: crosses and dots in fixed places, kept on the server, never touched by the machine.

import type { Tool } from "../../board/PencilTools.svelte";
export type Mark = "x" | "o";
export type Marks = {
  v: 1;
  cells: Record<string, Mark>;
  rubbed: Record<string, number>;
  finals: Record<string, number[]>;
};

export const place = (colour: string, number: number): string => `${colour} ${number}`;

/** What the server kept, or an empty sheet; anything odd in it is left out. */
export function read(kept: unknown): Marks {
  const marks: Marks = { v: 1, cells: {}, rubbed: {}, finals: {} };
  if (typeof kept !== "object" || kept === null) return marks;
  const { cells, rubbed, finals } = kept as Record<string, unknown>;
  for (const [key, mark] of Object.entries((cells as object | undefined) ?? {}))
    if (mark === "x" || mark === "o") marks.cells[key] = mark;
  for (const [key, round] of Object.entries((rubbed as object | undefined) ?? {}))
    if (typeof round === "number") marks.rubbed[key] = round;
  for (const [key, list] of Object.entries((finals as object | undefined) ?? {}))
    if (Array.isArray(list)) marks.finals[key] = list.filter((n) => typeof n === "number");
  return marks;
}

const crossed = (marks: Marks, colour: string): boolean =>
  Object.entries(marks.cells).some(([key, mark]) => mark === "x" && key.startsWith(`${colour} `));

/** One tap with a tool: the mark appears, or disappears if it was there. The first cross of a column is about the stone
 *  that stands there now, and came in round `since`. */
export function tap(marks: Marks, key: string, tool: Tool, since = 0): Marks {
  const cells = { ...marks.cells };
  const colour = key.split(" ")[0]!;
  const rubbed = tool === "cross" && !crossed(marks, colour) ? { ...marks.rubbed, [colour]: since } : marks.rubbed;
  const mark: Mark = tool === "maybe" ? "o" : "x";
  if (tool === "eraser" || cells[key] === mark) delete cells[key];
  else cells[key] = mark;
  return { ...marks, cells, rubbed };
}

/** Are there crosses about a stone that stood there before the present one, not yet asked about? */
export function stale(marks: Marks, colour: string, since: number): boolean {
  return (marks.rubbed[colour] ?? 0) < since && crossed(marks, colour);
}

export function rub(marks: Marks, colour: string, round: number, crosses: boolean): Marks {
  const cells = Object.fromEntries(
    Object.entries(marks.cells).filter(([key, mark]) => !(crosses && mark === "x" && key.startsWith(`${colour} `))),
  );
  return { ...marks, cells, rubbed: { ...marks.rubbed, [colour]: round } };
}
