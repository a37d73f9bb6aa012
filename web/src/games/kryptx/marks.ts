// My pencil on the note grid: crosses and rings per stand, and the numbers of a claim that I am preparing.
import type { Tool } from "../../board/PencilTools.svelte";
export type Mark = "x" | "o";
export type Marks = { v: 1; cells: Record<string, Record<string, Mark>>; claim: Record<string, number> };

/** What the server kept, or an empty sheet; anything odd in it is left out. */
export function read(kept: unknown): Marks {
  const marks: Marks = { v: 1, cells: {}, claim: {} };
  if (typeof kept !== "object" || kept === null) return marks;
  const { cells, claim } = kept as Record<string, unknown>;
  for (const [stand, some] of Object.entries(typeof cells === "object" && cells ? cells : {}))
    for (const [place, mark] of Object.entries(typeof some === "object" && some ? some : {}))
      if (mark === "x" || mark === "o") (marks.cells[stand] ??= {})[place] = mark;
  for (const [stand, number] of Object.entries(typeof claim === "object" && claim ? claim : {}))
    if (typeof number === "number") marks.claim[stand] = number;
  return marks;
}

/** Boxes touched with a tool, one of them or a whole line: each gets the mark, or loses it if all have it. */
export function tap(marks: Marks, stand: string, places: readonly string[], tool: Tool): Marks {
  const mark: Mark = tool === "maybe" ? "o" : "x";
  const some = { ...marks.cells[stand] };
  const rub = tool === "eraser" || places.every((place) => some[place] === mark);
  for (const place of places) {
    if (rub) delete some[place];
    else some[place] = mark;
  }
  return { ...marks, cells: { ...marks.cells, [stand]: some } };
}
