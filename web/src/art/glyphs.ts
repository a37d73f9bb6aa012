// Every small drawing of the house, as paths on a 24-pixel grid: our own ink, no icon font, no emoji.

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

/** A seat has an emblem, never one of the seven colours. */
export const EMBLEMS = ["compass", "lantern", "hat", "canoe", "feather"] as const;
export type Emblem = (typeof EMBLEMS)[number];

export const ICONS = {
  compass:
    "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19ZM15.8 8.2L13.4 13.4L8.2 15.8L10.6 10.6ZM12 2.5V4.5" +
    "M12 19.5V21.5M2.5 12H4.5M19.5 12H21.5",
  lantern:
    "M8.5 7.5H15.5L17 18.5H7ZM9.5 7.5C9.5 4.8 14.5 4.8 14.5 7.5M12 5.2V2.5M6 21.2H18M7 18.5L6.4 21.2" +
    "M17 18.5L17.6 21.2M12 16.2C10 15 10.6 12.6 12 10.8C13.4 12.6 14 15 12 16.2Z",
  hat:
    "M2 16.5C6 14.8 18 14.8 22 16.5C20 19.8 4 19.8 2 16.5ZM6.5 15.3C6.8 10 7.6 6 9.6 6C10.8 6 11.2 7 12 7" +
    "C12.8 7 13.2 6 14.4 6C16.4 6 17.2 10 17.5 15.3M6.7 12.8C10 13.8 14 13.8 17.3 12.8",
  canoe:
    "M1.5 11C5 14 19 14 22.5 11C22 16.5 17 18.5 12 18.5S2 16.5 1.5 11ZM6.5 13L4 5.5M4 5.5L2.6 3.4L5.2 2.6" +
    "ZM9.5 13.4V16M14.5 13.4V16M3 21.5C5 20.5 7 22.5 9 21.5S13 22.5 15 21.5S19 22.5 21 21.5",
  feather: "M4 21L9 15M9 15C6.5 9.5 11 3.5 20.5 2.5C21.5 11 16.5 17.5 9 15ZM9 15L15.5 8M11 13L16 12.5M12.2 11.4L12 7.5",
  menu: "M4 6.5H20M4 12H20M4 17.5H20",
  help: "M8 8.5C8 3.5 16 3.5 16 8.5C16 12 12 11.5 12 15M12 19.2V19.4",
  gear:
    "M3.5 6.5H12M17 6.5H20.5M14.5 4a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5ZM3.5 12H5M10 12H20.5M7.5 9.5" +
    "a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5ZM3.5 17.5H13M18 17.5H20.5M15.5 15a2.5 2.5 0 1 1 0 5" +
    "a2.5 2.5 0 1 1 0-5Z",
  left: "M15 5L8 12L15 19",
  right: "M9 5L16 12L9 19",
  up: "M5 14L12 7L19 14",
  down: "M5 10L12 17L19 10",
  arrowup: "M12 20V4.5M5.5 11L12 4.5L18.5 11",
  arrowdown: "M12 4V19.5M5.5 13L12 19.5L18.5 13",
  check: "M4 12.8L9.5 18.5L20 6",
  cross: "M5.5 5.5L18.5 18.5M18.5 5.5L5.5 18.5",
  undo: "M8.5 5L4 9.5L8.5 14M4 9.5H14.5C21.5 9.5 21.5 19.5 14.5 19.5H11",
  eraser: "M4 15.5L13.5 5.5L20 11.5L11.5 20.5H8.5ZM8.5 11L14.5 17M8.5 20.5H20",
  plus: "M12 4.5V19.5M4.5 12H19.5",
  minus: "M4.5 12H19.5",
  chat:
    "M3.5 5C8 3.8 16 3.8 20.5 5C21.8 9 21.6 12.5 20.5 16C17 16.8 13.5 17 11 16.9L6 21V16.4" +
    "C5 16.3 4.2 16.2 3.5 16C2.2 12.5 2.4 9 3.5 5ZM8 9H16M8 12.4H13",
  journal: "M5 3.5H18C19 3.5 19.5 4 19.5 5V20.5H6.5C4 20.5 4 17 6.5 17H19.5M5 3.5V18.6M9 8H15.5M9 11.5H14",
  book:
    "M12 6C9 3.6 5.5 3.4 2.5 4V18.5C5.5 17.9 9 18.1 12 20.5C15 18.1 18.5 17.9 21.5 18.5V4" +
    "C18.5 3.4 15 3.6 12 6ZM12 6V20.5",
  table: "M2.5 9.5C7 8 17 8 21.5 9.5L19.5 12.5C15 13.6 9 13.6 4.5 12.5ZM6.5 13.2L5.5 20.5M17.5 13.2L18.5 20.5",
  sheet: "M5 3H19V21H5ZM5 8H19M5 12.5H19M5 17H19M9.7 3V21M14.4 3V21",
  share: "M12 15V3.5M7.5 7.5L12 3L16.5 7.5M5 12V20.5H19V12",
  copy: "M8.5 8.5H20V20.5H8.5ZM15.5 8.5V4H4V16H8.5",
  eye: "M1.8 12C6 5 18 5 22.2 12C18 19 6 19 1.8 12ZM12 8.8a3.2 3.2 0 1 1 0 6.4a3.2 3.2 0 1 1 0-6.4Z",
  hide: "M1.8 12C6 5 18 5 22.2 12C18 19 6 19 1.8 12ZM12 8.8a3.2 3.2 0 1 1 0 6.4a3.2 3.2 0 1 1 0-6.4ZM4.5 19.5L19.5 4.5",
  screen: "M2.5 4.5H21.5V16.5H2.5ZM8 20.5H16M12 16.5V20.5",
  play: "M7 4.5L19.5 12L7 19.5Z",
  pause: "M7.5 5V19M16.5 5V19",
  sun:
    "M12 7.2a4.8 4.8 0 1 1 0 9.6a4.8 4.8 0 1 1 0-9.6ZM12 1.8V4M12 20V22.2M1.8 12H4M20 12H22.2M4.8 4.8" +
    "L6.3 6.3M17.7 17.7L19.2 19.2M4.8 19.2L6.3 17.7M17.7 6.3L19.2 4.8",
  person: "M12 3.2a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4ZM3.5 21C4 12.5 20 12.5 20.5 21Z",
  bot:
    "M5 9H19V19.5H5ZM12 9V5.5M12 3.2a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 1 1 0-2.4ZM9 13V14.6M15 13V14.6M9.5 17" +
    "H14.5M2.5 12.5V16M21.5 12.5V16",
  link: "M10 14L14 10M8.5 11.5L5 15C2.5 17.6 6.4 21.5 9 19L12.5 15.5M15.5 12.5L19 9C21.5 6.4 17.6 2.5 15 5L11.5 8.5",
  pencil: "M4 20L5.2 15L16.5 3.5L20.5 7.5L9 18.8ZM14 6L18 10",
  dot: "M12 9.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5Z",
  skull:
    "M7 17.5C3 15.5 2.5 10 5 6.5C8 2.4 16 2.4 19 6.5C21.5 10 21 15.5 17 17.5V21H7ZM10 21V18.5M14 21V18.5" +
    "M7.6 11.4A1.7 1.7 0 1 1 11 11.4A1.7 1.7 0 1 1 7.6 11.4ZM13 11.4A1.7 1.7 0 1 1 16.4 11.4" +
    "A1.7 1.7 0 1 1 13 11.4ZM12 14L11.2 15.6H12.8Z",
  leave: "M13.5 3.5H5V20.5H13.5M9.5 12H21M17 8L21 12L17 16",
  again: "M19.5 8C16.5 3 8.5 3 5.5 8.5M5 3.5V9H10.5M4.5 16C7.5 21 15.5 21 18.5 15.5M19 20.5V15H13.5",
  dice: "M4 7.5L12 3L20 7.5V16.5L12 21L4 16.5ZM4 7.5L12 12L20 7.5M12 12V21",
  lock: "M5.5 10.5H18.5V20.5H5.5ZM8.5 10.5V7C8.5 2.4 15.5 2.4 15.5 7V10.5M12 14.5V17",
  whistle:
    "M10 8.5H21.5V12.8H15.6A6 6 0 1 1 4.6 10.2C6 8.8 8 8.5 10 8.5ZM9.8 12.2a2.2 2.2 0 1 1 0 4.4" +
    "a2.2 2.2 0 1 1 0-4.4ZM13 5.5V3M16.5 5.8L17.6 3.6M9.5 5.8L8.4 3.6",
  cap: "M1.5 9.5L12 4.5L22.5 9.5L12 14.5ZM6 11.8V16.6C9 19.4 15 19.4 18 16.6V11.8M22 9.8V15.5",
  host: "M6 21V3M6 4.5C10 2.5 13 7 18.5 4.5V12C13 14.5 10 10 6 12",
} as const;
export type IconName = keyof typeof ICONS;

/** What a level of help looks like beside a name. */
export const HELP_ICONS = { pencil: "pencil", referee: "whistle", teacher: "cap" } as const;

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
  dot: "M4.6 8C5 6.4 7.4 6.4 7.6 8C7.6 9.8 4.8 9.8 4.6 8Z",
};
