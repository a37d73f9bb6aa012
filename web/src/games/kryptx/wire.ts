// Made from the Python Structs by `npm run types`; do not edit. b4fd10f6688a1f5b
export type Action =
  Place | Ask | ExtraDraw | Stop | Name | Reveal | First | Deal | Draw | Discard | Shuffle | Answer | Reds | TurnOver;

export interface Picture {
  me: number | null;
  phase:
    | "again"
    | "answer"
    | "ask"
    | "ballot"
    | "claim"
    | "deal"
    | "discard"
    | "draw"
    | "first"
    | "opening"
    | "over"
    | "play"
    | "reveal";
  turns: number;
  turn: number | null;
  deciding: number | null;
  players: Player[];
  hand: Card[] | null;
  seen: Card[];
  discarded: Card[];
  draw_pile: number;
  discard_pile: number;
  questions: Asked[];
  claims: Claimed[];
  claimable: string[];
  naming: string | null;
  opening: string | null;
  winner: number | null;
  places: number[] | null;
  colours: Colour[];
  numbers: number[];
  pro: boolean;
}
export interface Player {
  stands: Stand[];
  beside: Card[];
  cards: number;
  waits: boolean;
}
export interface Stand {
  letter: string;
  owner: number;
  card: Card | null;
  open: boolean;
  front: Card[];
}
export interface Card {
  number: number;
  colour: string;
}
export interface Asked {
  turn: number;
  asker: number;
  stand: string;
  kind: ("colour" | "number") | null;
  value: number | string | null;
  secret: boolean;
  yes: boolean | null;
}
export interface Claimed {
  turn: number;
  claimant: number;
  numbers: {
    [k: string]: number;
  };
  reds: number | null;
  checks: number;
}
export interface Colour {
  name: string;
  letter: string;
  shape: string;
}
export interface Place {
  do: "place";
  card: [number, string];
  where: string;
}
export interface Ask {
  do: "ask";
  target: number;
  stand: string;
  kind: ("colour" | "number") | null;
  value: number | string | null;
  secret: boolean;
}
export interface ExtraDraw {
  do: "extra_draw";
}
export interface Stop {
  do: "stop";
}
export interface Name {
  do: "name";
  stand: string;
  number: number;
}
export interface Reveal {
  do: "reveal";
  stand: string;
}
export interface First {
  do: "first";
  seat: number;
}
export interface Deal {
  do: "deal";
  stand: string;
  card: [number, string] | null;
}
export interface Draw {
  do: "draw";
  card: [number, string] | null;
  extra: boolean;
}
export interface Discard {
  do: "discard";
  card: [number, string] | null;
}
export interface Shuffle {
  do: "shuffle";
}
export interface Answer {
  do: "answer";
  yes: boolean;
}
export interface Reds {
  do: "reds";
  count: number;
}
export interface TurnOver {
  do: "turn_over";
  stand: string;
  card: [number, string];
}
export interface Shown {
  level: "pencil" | "referee" | "teacher";
  possible: {
    [k: string]: string[];
  };
  clash: boolean;
  empty: string[];
  worlds: number | null;
  cards: {
    [k: string]: {
      [k: string]: number;
    };
  } | null;
  yes: {
    [k: string]: {
      [k: string]: number;
    };
  } | null;
  chance: number | null;
  claim: {
    [k: string]: number;
  } | null;
  gives: Gives[] | null;
}
export interface Gives {
  card: [number, string];
  where: string;
  bits: (number | null)[];
}
export interface Printed {
  numbers: number[];
  colours: Colour[];
  missing: Card[];
  letters: string;
  cards: number;
  least: number;
}
