// A curve over a game: points (move, value) scaled into a box, as steps, and the places of moments on it.

export type Point = readonly [move: number, value: number];
export type Curve = { path: string; low: number; high: number; place: (move: number) => { x: number; y: number } };

/** Between moves nothing changes, so the line goes in steps; `moves` is how long the game was. */
export function curve(points: readonly Point[], moves: number, width: number, height: number): Curve {
  const values = points.map(([, value]) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const x = (move: number) => (width * move) / Math.max(1, moves);
  const y = (value: number) => (high === low ? height / 2 : height - (height * (value - low)) / (high - low));
  const path = points.map(([move, value], k) =>
    k === 0 ? `M${x(move).toFixed(1)} ${y(value).toFixed(1)}` : `H${x(move).toFixed(1)}V${y(value).toFixed(1)}`,
  );
  const place = (move: number) => ({ x: x(move), y: y(points.findLast(([at]) => at <= move)?.[1] ?? low) });
  return { path: `${path.join("")}H${width}`, low, high, place };
}

/** A number of possibilities counts by its digits: half of them is one step, wherever. */
export const bits = (worlds: number): number => Math.log2(Math.max(1, worlds));
