// Made from the Python Structs by `npm run types`; do not edit. e39acb67d0ba1a92
export type Action = Begin | RollColour | RollDigit | Take | Refuse | Accelerate | Skip;

export interface Picture {
  phase: string;
  turn: number;
  roller: number | null;
  deciding: number[];
  owing: number[];
  dice: Die[];
  sheets: SheetPicture[];
  bridges: Bridge[];
  options: Outlook[];
  printed: Printed;
  places: number[];
}
export interface Die {
  colour: string | null;
  digit: number | null;
  taken: boolean;
}
export interface SheetPicture {
  columns: Column[];
  artefacts: number;
  artefact_points: number;
  refusals: number;
  refusal_points: number;
  bonus: string[];
  bonus_points: number;
  bridges: string[];
  away: number[];
  exhausted: boolean;
  total: number;
}
export interface Column {
  colour: string;
  numbers: number[];
  circle: string;
  top: boolean;
  points: number;
  next: number | null;
}
export interface Bridge {
  name: string;
  open: boolean;
}
export interface Outlook {
  use: string;
  accelerates: boolean;
  colour: string | null;
  digit: number | null;
  box: number | null;
  number: number | null;
  before: number;
  after: number;
  change: number;
  artefacts: number | null;
  artefact_points: number | null;
  refusals: number | null;
  bridges: string[];
  bonus: number;
  arrow: boolean;
  exhausted: boolean;
}
export interface Printed {
  colours: string[];
  arrows: {
    [k: string]: number[];
  };
  artefacts: {
    [k: string]: number[];
  };
  expedition: number[];
  circle: number;
  artefact: number[];
  refusal: number[];
  bonus: number;
  bridge: number;
  reconstruction: boolean;
}
export interface Begin {
  do: "begin";
  seat: number;
}
export interface RollColour {
  do: "roll_colour";
  colour: "blue" | "green" | "orange" | "purple" | "red" | "yellow";
}
export interface RollDigit {
  do: "roll_digit";
  digit: number;
}
export interface Take {
  do: "take";
  colour: "blue" | "green" | "orange" | "purple" | "red" | "yellow";
  digit: number;
  use: "circle" | "number" | "top";
}
export interface Refuse {
  do: "refuse";
}
export interface Accelerate {
  do: "accelerate";
  colour: "blue" | "green" | "orange" | "purple" | "red" | "yellow";
}
export interface Skip {
  do: "skip";
}
export interface Advice {
  values: number[];
}
