// The way of the serpent: where each space of the scoring track lies, row by row, to and fro.

export type Spot = { x: number; y: number };

/** Spaces `from`..`to` wind upwards from the bottom in rows of `columns`. */
export function serpent(from: number, to: number, columns: number, across: number, up: number): Spot[] {
  const rows = Math.ceil((to - from + 1) / columns);
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const row = Math.floor(i / columns);
    const along = i % columns;
    return { x: (row % 2 ? columns - 1 - along : along) * across, y: (rows - 1 - row) * up };
  });
}

/** The body through the spots, with round bends. */
export function body(spots: readonly Spot[]): string {
  return spots
    .map((spot, i) => {
      const before = spots[i - 1];
      if (!before) return `M${spot.x} ${spot.y}`;
      if (before.y === spot.y) return `L${spot.x} ${spot.y}`;
      const out = spots[i - 2] && spots[i - 2]!.x > before.x ? -1 : 1;
      const r = Math.abs(before.y - spot.y) / 2;
      return `A${r} ${r} 0 0 ${out > 0 ? 0 : 1} ${spot.x} ${spot.y}`;
    })
    .join("");
}

/** Which spaces are drawn: always some, and a little more than the pieces need. */
export function reach(spaces: readonly number[], columns: number, least: number): [number, number] {
  const from = Math.min(0, ...spaces);
  const wanted = Math.max(least, Math.max(0, ...spaces) + 1);
  const rows = Math.ceil((wanted - from + 1) / columns);
  return [from, from + rows * columns - 1];
}
