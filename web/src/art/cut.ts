// Uneven edges, as if cut by hand: the same seed always cuts the same way.

/** A small generator of numbers in [0, 1), for drawings only. */
function chisel(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}

/** A rectangle with broken corners and slightly crooked sides. */
export function slab(width: number, height: number, seed: number, rough = 2, corner = 5): string {
  const next = chisel(seed);
  const off = (): number => (next() - 0.5) * rough;
  const c = (): number => corner * (0.6 + next() * 0.8);
  const m = 1.5;
  const points: [number, number][] = [
    [m + c(), m + off() * 0.5],
    [width / 2, m + off() * 0.6],
    [width - m - c(), m + off() * 0.5],
    [width - m, m + c()],
    [width - m + off() * 0.5, height / 2],
    [width - m, height - m - c()],
    [width - m - c(), height - m + off() * 0.5],
    [width / 2, height - m + off() * 0.6],
    [m + c(), height - m],
    [m, height - m - c()],
    [m + off() * 0.5, height / 2],
    [m, m + c()],
  ];
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** The point at `angle` (0 is up, clockwise, in degrees) on a circle. */
export function onCircle(centre: number, radius: number, angle: number): [number, number] {
  const rad = ((angle - 90) * Math.PI) / 180;
  return [centre + radius * Math.cos(rad), centre + radius * Math.sin(rad)];
}

/** A piece of a ring between two radii and two angles. */
export function ringPiece(centre: number, inner: number, outer: number, from: number, to: number): string {
  const wide = to - from > 180 ? 1 : 0;
  const p = (radius: number, angle: number): string =>
    onCircle(centre, radius, angle)
      .map((v) => v.toFixed(2))
      .join(" ");
  const there = `M${p(outer, from)}A${outer} ${outer} 0 ${wide} 1 ${p(outer, to)}`;
  const back = `L${p(inner, to)}A${inner} ${inner} 0 ${wide} 0 ${p(inner, from)}Z`;
  return there + back;
}
