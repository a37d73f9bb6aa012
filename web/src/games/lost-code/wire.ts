// Made from the Python Structs by `npm run types`; do not edit. 854a7f0a432dd25c
export type Action =
  | Leave
  | Take
  | Keep
  | Turn
  | Guess
  | Exchange
  | Write
  | Stack
  | Deal
  | Roll
  | Answer
  | Discard
  | Draw
  | Uncover
  | Show;

export interface Picture {
  me: number | null;
  colours: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  columns: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  numbers: number;
  top: number;
  round: number;
  rounds: number;
  phase: "check" | "exchange" | "final" | "guess" | "over" | "recolour" | "roll" | "score" | "setup" | "token" | "turn";
  choice: Choice | null;
  logs: Log[];
  piles: number[];
  dice: Die[];
  roller: number | null;
  order: number[];
  wheels: Wheel[];
  spaces: Space[];
  scores: number[];
  ranks: number[];
  places: number[] | null;
  tokens: Token[] | null;
  token_rounds: number;
  curse: Curse | null;
  stakes: Stake[];
  token_stakes: Stake[];
  finals: Final[][];
  totals: (number | null)[];
  rows: Row[];
  seen: (Seen | null)[][];
  since: number[];
}
export interface Choice {
  seats: number[];
  colour: ("blue" | "green" | "pink" | "purple" | "red" | "yellow") | null;
  die: number | null;
  right: number[] | null;
  wrong: number[] | null;
  exchange: boolean;
}
export interface Log {
  owner: number | null;
  numbers: (number | null)[];
  discards: Gone[];
}
export interface Gone {
  round: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number;
}
export interface Die {
  rolled: ("blue" | "green" | "pink" | "purple" | "red" | "yellow") | null;
  shows: ("blue" | "green" | "pink" | "purple" | "red" | "yellow") | null;
}
export interface Wheel {
  size: number;
  points: number;
  settings: number;
  blunt: boolean;
  by: number | null;
  low: number | null;
  high: number | null;
  answer: ("higher" | "lower" | "right" | "wrong") | null;
}
export interface Space {
  space: number;
  pieces: number[];
}
export interface Token {
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  by: number | null;
  gone: boolean;
}
export interface Curse {
  holder: number | null;
  gone: boolean;
  begins: number;
  ends: number;
  last_round: number;
}
export interface Stake {
  numbers: number;
  hit: number;
  miss: number;
}
export interface Final {
  written: boolean;
  fixed: boolean;
  numbers: number[] | null;
  points: number | null;
  stake: Stake | null;
}
export interface Row {
  round: number;
  order: number[];
  rolled: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  dice: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  times: number[];
  token: ("blue" | "green" | "pink" | "purple" | "red" | "yellow") | null;
  token_by: number | null;
  cursed: number | null;
  guesses: (Guessed | null)[];
  swaps: Swap[];
}
export interface Guessed {
  wheel: number;
  points: number;
  low: number;
  high: number;
  answer: ("higher" | "lower" | "right" | "wrong") | null;
  sums: [number, number][];
  known: Note[];
  known_sum: number;
  curse: number;
}
export interface Note {
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number;
  times: number;
}
export interface Swap {
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number | null;
  drawn: number | null;
}
export interface Seen {
  log: number;
  round: number | null;
}
export interface Leave {
  do: "leave";
}
export interface Take {
  do: "take";
  numbers: number[] | null;
}
export interface Keep {
  do: "keep";
}
export interface Turn {
  do: "turn";
  die: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
}
export interface Guess {
  do: "guess";
  wheel: number;
  low: number;
}
export interface Exchange {
  do: "exchange";
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
}
export interface Write {
  do: "write";
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  numbers: number[] | null;
}
export interface Stack {
  do: "stack";
  piece: number;
}
export interface Deal {
  do: "deal";
  log: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number | null;
}
export interface Roll {
  do: "roll";
  die: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
}
export interface Answer {
  do: "answer";
  seat: number;
  answer: "higher" | "lower" | "right" | "wrong";
}
export interface Discard {
  do: "discard";
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number;
}
export interface Draw {
  do: "draw";
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number | null;
}
export interface Uncover {
  do: "uncover";
  log: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number;
}
export interface Show {
  do: "show";
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  numbers: number[];
}
export interface Shown {
  level: "pencil" | "referee" | "teacher";
  clash: boolean;
  empty: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  left: number[];
  worlds: number | null;
  shares: number[][] | null;
  sums: number[] | null;
  windows: number[][] | null;
  best: Best[] | null;
  best_points: number | null;
  own_points: number | null;
  bits: number | null;
}
export interface Best {
  numbers: number[];
  points: number;
}
export interface Printed {
  title: string;
  plain: PrintedSide;
  x: PrintedSide;
  rounds: {
    [k: string]: number;
  };
  hits: number[];
  miss: number;
  token_factor: number;
  rounds_without_tokens: number;
  curse_begins: number;
  curse_ends: number;
  curse_bonus: number;
  rounds_without_curse: number;
  columns: PrintedColumn[];
  numbers: number;
  x_numbers: number;
  reconstruction: boolean;
}
export interface PrintedSide {
  sizes: number[];
  points: number[];
  top: number;
  certainty: "certain" | "likely" | "rebuilt";
  source: string;
}
export interface PrintedColumn {
  id: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  symbol: string;
  letter: string;
  shape: string;
}
