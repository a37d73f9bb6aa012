// A curve over a game: points (move, value) scaled into a box, as steps, and the places of moments on it.
import type { IconName } from "../../art/icons";

export type Point = readonly [move: number, value: number];
export type Curve = {
  path: string;
  x: (move: number) => number;
  y: (value: number) => number;
  at: (move: number) => number;
};

/** Between moves nothing changes: it goes in steps over `moves`; `also` lies in the box, too. */
export function curve(
  points: readonly Point[],
  moves: number,
  width: number,
  height: number,
  also: readonly number[] = [],
): Curve {
  const values = [...points.map(([, value]) => value), ...also];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const x = (move: number) => (width * move) / Math.max(1, moves);
  const y = (value: number) => (high === low ? height / 2 : height - (height * (value - low)) / (high - low));
  const path = points.map(([move, value], k) =>
    k === 0 ? `M${x(move).toFixed(1)} ${y(value).toFixed(1)}` : `H${x(move).toFixed(1)}V${y(value).toFixed(1)}`,
  );
  const at = (move: number) => points.findLast(([then]) => then <= move)?.[1] ?? low;
  return { path: `${path.join("")}H${width}`, x, y, at };
}

/** Of the rounds that begin at these moves those that have room for their number. */
export function spaced(rounds: readonly Point[], x: (move: number) => number, least: number): readonly Point[] {
  let last = -Infinity;
  return rounds.filter(([move, round]) => round > 0 && x(move) - last >= least && ((last = x(move)), true));
}

/** A number of possibilities counts by its digits: half of them is one step, wherever. */
export const bits = (worlds: number): number => Math.log2(Math.max(1, worlds));

export const ICON: Record<string, IconName> = {
  mistake: "cross",
  slip: "down",
  knew: "eye",
  well: "check",
  lucky: "up",
  unlucky: "dice",
};
export const bad = (kind: string): boolean => kind === "mistake" || kind === "slip" || kind === "unlucky";
