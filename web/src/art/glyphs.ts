// Every small drawing of the house, as paths on a 24-pixel grid: our own ink, no icon font, no emoji.
import type { Seat } from "../net/wire";

export const COLOURS = ["blue", "yellow", "purple", "green", "pink", "red", "orange"] as const;
export type Colour = (typeof COLOURS)[number];

export function isColour(name: unknown): name is Colour {
  return typeof name === "string" && (COLOURS as readonly string[]).includes(name);
}

/** A star with `points` rays, its hollow corners at `inner` of the radius. */
export function star(points: number, inner: number, radius = 11, centre = 12): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const r = i % 2 ? radius * inner : radius;
    return `${(centre + r * Math.cos(angle)).toFixed(2)} ${(centre + r * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** One shape per colour, the same in all games (glossary 1.1): colour is never the only sign. */
export const SHAPES: Record<Colour, string> = {
  blue: "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21Z",
  yellow: star(8, 0.62, 11.8),
  purple: "M15 1.8A10.6 10.6 0 1 0 22.3 15.6A8.4 8.4 0 0 1 15 1.8Z",
  green: "M2.5 21.5C1 9.5 9.5 1 21.5 2.5C23 14.5 14.5 23 2.5 21.5Z",
  pink: "M7.4 7.4A4.9 4.9 0 1 1 16.6 7.4A4.9 4.9 0 1 1 16.6 16.6A4.9 4.9 0 1 1 7.4 16.6A4.9 4.9 0 1 1 7.4 7.4Z",
  red: "M12 1.8L23 21.4L1 21.6Z",
  orange: "M2.6 2.8L21.4 2.4L21.6 21.4L2.4 21.6Z",
};

/** The animals of The Lost Code, scratched like rock drawings. `fill` parts are solid, `line` parts are strokes. */
export type Drawing = { line: string; fill?: string };
export const ANIMALS: Partial<Record<Colour, Drawing>> = {
  blue: {
    // eagle: spread wings, a hooked head to the left, tail fan
    line:
      "M12 8C10 5 6 4 1.5 5.5C2 9 4 11.5 7.5 12.5M12 8C14 5 18 4 22.5 5.5C22 9 20 11.5 16.5 12.5M7.5 12.5" +
      "L10 18L12 21L14 18L16.5 12.5M4.5 7.5L8.5 9.5M19.5 7.5L15.5 9.5M10 18.5H14",
    fill:
      "M12 8.5C10.3 8.5 9.6 7 10 5.4C10.4 3.8 11.6 3 13 3.2C14.4 3.4 14.8 4.6 14.4 5.4L12.9 5.8" +
      "C13.6 6.8 13.4 8.5 12 8.5Z",
  },
  yellow: {
    // jaguar: broad head, round ears, rosettes on the brow, whiskers
    line:
      "M5 9C4 6 4 3.5 6 3.5C7.5 3.5 8.5 5 9 6C11 5.3 13 5.3 15 6C15.5 5 16.5 3.5 18 3.5C20 3.5 20 6 19 9" +
      "C20.5 13 18.5 17 15.5 18.5C14 20.8 10 20.8 8.5 18.5C5.5 17 3.5 13 5 9ZM12 16.2V18M9.5 18.2" +
      "C10.8 19.2 13.2 19.2 14.5 18.2",
    fill:
      "M7.4 11.2L10 12.4L8 13.2ZM16.6 11.2L14 12.4L16 13.2ZM10.4 14.6H13.6L12 16.6ZM11.2 7.6" +
      "A.9.9 0 1 1 13 7.6A.9.9 0 1 1 11.2 7.6ZM8.6 8.8A.7.7 0 1 1 10 8.8A.7.7 0 1 1 8.6 8.8ZM14 8.8" +
      "A.7.7 0 1 1 15.4 8.8A.7.7 0 1 1 14 8.8Z",
  },
  purple: {
    // chameleon: crest, turret eye, curled tail, on a twig
    line:
      "M2.5 11.5C3 8 6 5.5 9 5.5C10.5 3.8 12 3.6 12.5 5.8C16.5 6.8 19 9 19.5 12.5C20 16.5 17 18 15.3 16.6" +
      "C14 15.5 14.7 13.6 16.2 13.9C17 14.1 17 15 16.5 15.2M2.5 11.5L7.5 12.8C9 14 11.5 14.2 13 13.4" +
      "M8.2 13.2L7.6 18M11.8 14L12.2 18M1.5 19.5C8 18.4 15 18.6 22.5 19.2",
    fill: "M5.6 8.9A1.5 1.5 0 1 1 8.6 8.9A1.5 1.5 0 1 1 5.6 8.9Z",
  },
  green: {
    // snake: three bends and a forked tongue
    line:
      "M4 20.5C9 22 19 22 20 18.2C20.8 15 15.5 14.6 11.5 14.2C7.5 13.8 3.8 13 4.4 10C5 7 9.5 7.6 13 7.4" +
      "C15 7.2 16.4 6.4 17.2 5.2M19.8 4L22.4 2.4M19.8 4.2L22.6 4.8",
    fill: "M15.4 3.2C16.4 1.8 19 1.8 20 3.6C20.4 5.4 18.4 6.8 16.8 6.2C15.6 5.6 15 4.2 15.4 3.2Z",
  },
  pink: {
    // human: the dancer of the cave walls
    line:
      "M12 8.5V15M12 10.2C9 10.4 6 9.2 4.2 5.2M12 10.2C15 10.4 18 9.2 19.8 5.2M12 15C9.5 16.4 8 18.4 7 22" +
      "M12 15C14.5 16.4 16 18.4 17 22M3 4L4.2 5.2L5.6 4M21 4L19.8 5.2L18.4 4M7 22H5M17 22H19",
    fill: "M9.5 4.8A2.5 2.5 0 1 1 14.5 4.8A2.5 2.5 0 1 1 9.5 4.8ZM10.2 14L12 11.5L13.8 14L12 16.5Z",
  },
  red: {
    // bear: walking, head low, hump, one claw
    line:
      "M1.8 14.2C2.6 12.4 4 11.2 5.6 10.4C5.8 9 7.2 8.6 8 9.6C10.4 7.4 13 6.6 16 7.2C20 8 22 11 22.2 15" +
      "L22 20H18.6L18.2 16.4C16 17.2 13 17.2 10.8 16.6L10.4 20H7L6.8 16C5 16.4 3 16.2 2 15.4Z",
    fill: "M4.4 12.8A.8.8 0 1 1 6 12.8A.8.8 0 1 1 4.4 12.8ZM1.4 14L3.2 13.6L3 15.4Z",
  },
};

/** The ground of a piece, and whether the drawing on it is light: never one of the seven colours of the games. */
export const GROUNDS: Record<Seat["colour"], [ground: string, light?: true]> = {
  ivory: ["#efe7d2"],
  sand: ["#dcc08a"],
  slate: ["#a9b4b8"],
  umber: ["#b98d68"],
  soot: ["#4a4a46", true],
  moss: ["#a3ad6a"],
  honey: ["#c99a3c"],
  night: ["#2b3d5c", true],
  rust: ["#8a4a25", true],
  mist: ["#c9e0e4"],
  clay: ["#d9967c"],
  wine: ["#6b3345", true],
  sage: ["#b3cfae"],
  rose: ["#e8c3c0"],
  lilac: ["#c6badb"],
  fern: ["#3d5c45", true],
  lichen: ["#d3dcc4"],
};

/** Pencil digits drawn by hand, on a 12 x 16 grid: the sheet has no third font. */
export const PENCIL: Record<string, string> = {
  "0": "M6.4 1.8C2.6 2 1.6 6 2 9.4C2.4 13 4.4 14.6 6.4 14.2C9.4 13.6 10.4 10 9.8 6.2C9.4 3.2 8 1.6 6.4 1.8",
  "1": "M3.4 4.6C4.8 3.8 5.8 2.8 6.6 1.6C6.4 6 6.5 10 6.7 14.4",
  "2": "M2.4 4.4C3 1.6 9 1 9.2 4.6C9.4 8 4.4 10.6 2.2 13.8C5 13.4 7.6 13.5 10 13.7",
  "3": "M2.6 3C5 1 9 1.8 8.8 4.4C8.6 6.8 6.4 7.3 4.6 7.5C7.4 7.5 9.8 8.6 9.4 11.2C9 14.2 4.6 15 2 12.8",
  "4": "M7 14.6C7.2 10.4 7.4 6 7.4 1.6C5.8 4.6 4 7.4 1.8 10.2C4.6 9.9 7.4 9.9 10.4 10",
  "5": "M9.2 1.9C7.2 2.2 5.4 2.2 3.4 2.1C3.2 4 3 5.6 2.8 7.4C5.6 5.8 9.6 6.8 9.4 10.2C9.2 14 5 15 2.2 13",
  "6": "M8.8 2C5 2.8 2.2 6.6 2.2 10.2C2.2 13.4 4.6 14.8 6.8 14.2C9.4 13.4 10.2 10.6 8.6 8.8C6.8 7 3.6 8 2.4 10.6",
  "7": "M2 2.4C4.8 2.2 7.4 2.2 10 2C7.8 5.8 6 9.8 5 14.4M3.6 8.2C5.4 8 7 8 8.8 8.1",
  "8":
    "M6.4 7.4C3.4 6.4 2.6 4.8 3.2 3.2C4 1.2 8.2 1.2 8.8 3.4C9.4 5.4 7.4 6.6 5.6 7.6" +
    "C3 8.8 1.8 10.2 2.4 12.2C3.2 14.8 8.6 15 9.6 12C10.2 9.8 8.6 8.2 6.4 7.4",
  "9": "M9.4 5C8.8 1.6 4 1 2.8 4C1.6 7 4 9 6.4 8.4C8.4 7.8 9.4 6.2 9.4 4.4C9.6 8.4 9 11.6 6.8 14.4",
  cross: "M2 2.4C4.8 6 7.2 9.8 10.2 13.8M10 2.2C7.4 6.2 4.8 9.8 1.8 13.4",
  ring:
    "M6.6 0.8C1.6 1 -0.2 5.2 0.2 8.8C0.6 12.8 3.4 15.4 6.6 15.2" +
    "C10.8 14.8 12.4 10.4 11.8 6.4C11.2 2.8 8.6 0.4 5.6 1.2",
};
