// How others did, as a few columns of equal width.
export type Column = { from: number; to: number; n: number; you: boolean };

/** At most so many columns from the lowest number to the highest. */
export function columns(rows: readonly { points: number; you: boolean }[], most = 8): Column[] {
  const all = rows.map(({ points }) => points);
  const low = Math.min(...all);
  const width = Math.max(1, Math.ceil((Math.max(...all) - low + 1) / most));
  const count = Math.ceil((Math.max(...all) - low + 1) / width);
  return Array.from({ length: count }, (_, k) => {
    const from = low + k * width;
    const here = rows.filter(({ points }) => points >= from && points < from + width);
    return { from, to: from + width - 1, n: here.length, you: here.some(({ you }) => you) };
  });
}
