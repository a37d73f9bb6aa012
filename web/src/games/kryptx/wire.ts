// Made from the Python Structs by `npm run types`; do not edit.
export type Action = Place | Ask | ExtraDraw | Stop | Name | Reveal | First | Deal | Draw | Discard | Shuffle | Answer |
  Reds | TurnOver;
export type Picture = {
  me: number | null;
  phase: "again" | "answer" | "ask" | "ballot" | "claim" | "deal" | "discard" | "draw" | "first" | "opening" | "over" |
    "play" | "reveal";
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
};
export type Player = { stands: Stand[]; beside: Card[]; cards: number; waits: boolean };
export type Stand = { letter: string; owner: number; card: Card | null; open: boolean; front: Card[] };
export type Card = { number: number; colour: string };
export type Asked = {
  turn: number;
  asker: number;
  stand: string;
  kind: "colour" | "number" | null;
  value: number | string | null;
  secret: boolean;
  yes: boolean | null;
};
export type Claimed = {
  turn: number;
  claimant: number;
  numbers: Record<string, number>;
  reds: number | null;
  checks: number;
};
export type Colour = { name: string; letter: string; shape: string };
export type Place = { do: "place"; card: [number, string]; where: string };
export type Ask = {
  do: "ask";
  target: number;
  stand: string;
  kind: "colour" | "number" | null;
  value: number | string | null;
  secret: boolean;
};
export type ExtraDraw = { do: "extra_draw" };
export type Stop = { do: "stop" };
export type Name = { do: "name"; stand: string; number: number };
export type Reveal = { do: "reveal"; stand: string };
export type First = { do: "first"; seat: number };
export type Deal = { do: "deal"; stand: string; card: [number, string] | null };
export type Draw = { do: "draw"; card: [number, string] | null; extra: boolean };
export type Discard = { do: "discard"; card: [number, string] | null };
export type Shuffle = { do: "shuffle" };
export type Answer = { do: "answer"; yes: boolean };
export type Reds = { do: "reds"; count: number };
export type TurnOver = { do: "turn_over"; stand: string; card: [number, string] };
export type Shown = {
  level: "pencil" | "referee" | "teacher";
  possible: Record<string, string[]>;
  clash: boolean;
  empty: string[];
  worlds: number | null;
  cards: Record<string, Record<string, number>> | null;
  yes: Record<string, Record<string, number>> | null;
  chance: number | null;
  claim: Record<string, number> | null;
  gives: Gives[] | null;
};
export type Gives = { card: [number, string]; where: string; bits: (number | null)[] };
export type Printed = {
  numbers: number[];
  colours: Colour[];
  missing: Card[];
  letters: string;
  cards: number;
  least: number;
};
