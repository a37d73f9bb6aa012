// Made from the Python Structs by `npm run types`; do not edit.
export type Action = Leave | Take | Keep | Turn | Guess | Exchange | Write | Stack | Deal | Roll | Answer | Discard |
  Draw | Uncover | Show;
export type Picture = {
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
  seen: ((Seen | null)[])[];
  since: number[];
};
export type Choice = {
  seats: number[];
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow" | null;
  die: number | null;
  right: number[] | null;
  wrong: number[] | null;
  exchange: boolean;
};
export type Log = { owner: number | null; numbers: (number | null)[]; discards: Gone[] };
export type Gone = { round: number; colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow"; number: number };
export type Die = {
  rolled: "blue" | "green" | "pink" | "purple" | "red" | "yellow" | null;
  shows: "blue" | "green" | "pink" | "purple" | "red" | "yellow" | null;
};
export type Wheel = {
  size: number;
  points: number;
  settings: number;
  blunt: boolean;
  by: number | null;
  low: number | null;
  high: number | null;
  answer: "higher" | "lower" | "right" | "wrong" | null;
};
export type Space = { space: number; pieces: number[] };
export type Token = {
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  by: number | null;
  gone: boolean;
};
export type Curse = { holder: number | null; gone: boolean; begins: number; ends: number; last_round: number };
export type Stake = { numbers: number; hit: number; miss: number };
export type Final = {
  written: boolean;
  fixed: boolean;
  numbers: number[] | null;
  points: number | null;
  stake: Stake | null;
};
export type Row = {
  round: number;
  order: number[];
  rolled: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  dice: ("blue" | "green" | "pink" | "purple" | "red" | "yellow")[];
  times: number[];
  token: "blue" | "green" | "pink" | "purple" | "red" | "yellow" | null;
  token_by: number | null;
  cursed: number | null;
  guesses: (Guessed | null)[];
  swaps: Swap[];
};
export type Guessed = {
  wheel: number;
  points: number;
  low: number;
  high: number;
  answer: "higher" | "lower" | "right" | "wrong" | null;
  sums: [number, number][];
  known: Note[];
  known_sum: number;
  curse: number;
};
export type Note = { colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow"; number: number; times: number };
export type Swap = {
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number | null;
  drawn: number | null;
};
export type Seen = { log: number; round: number | null };
export type Leave = { do: "leave" };
export type Take = { do: "take"; numbers: number[] | null };
export type Keep = { do: "keep" };
export type Turn = { do: "turn"; die: number; colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow" };
export type Guess = { do: "guess"; wheel: number; low: number };
export type Exchange = { do: "exchange"; colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow" };
export type Write = {
  do: "write";
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  numbers: number[] | null;
};
export type Stack = { do: "stack"; piece: number };
export type Deal = {
  do: "deal";
  log: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number | null;
};
export type Roll = { do: "roll"; die: number; colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow" };
export type Answer = { do: "answer"; seat: number; answer: "higher" | "lower" | "right" | "wrong" };
export type Discard = {
  do: "discard";
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number;
};
export type Draw = {
  do: "draw";
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number | null;
};
export type Uncover = {
  do: "uncover";
  log: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  number: number;
};
export type Show = {
  do: "show";
  seat: number;
  colour: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  numbers: number[];
};
export type Shown = {
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
};
export type Best = { numbers: number[]; points: number };
export type Printed = {
  title: string;
  plain: PrintedSide;
  x: PrintedSide;
  rounds: Record<string, number>;
  final: FinalTable;
  shortcut: ShortcutTable;
  curse: CurseTable;
  columns: PrintedColumn[];
  numbers: number;
  x_numbers: number;
  reconstruction: boolean;
};
export type PrintedSide = {
  sizes: number[];
  points: number[];
  top: number;
  certainty: "certain" | "likely" | "rebuilt";
  source: string;
};
export type FinalTable = {
  source: string;
  certainty: "certain" | "likely" | "rebuilt";
  hit: number[];
  miss: number;
  token_factor: number;
};
export type ShortcutTable = { source: string; certainty: "certain" | "likely" | "rebuilt"; rounds_without: number };
export type CurseTable = {
  source: string;
  certainty: "certain" | "likely" | "rebuilt";
  begins: number;
  ends: number;
  bonus: number;
  rounds_without: number;
};
export type PrintedColumn = {
  id: "blue" | "green" | "pink" | "purple" | "red" | "yellow";
  symbol: string;
  letter: string;
  shape: string;
};
