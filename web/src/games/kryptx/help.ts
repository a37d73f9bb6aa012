// What the help adds to the notes, where the server sends it: games/kryptx/help.py, Shown.
import type { Sitting } from "../../lib/sitting";

export type Gives = { card: [number, string]; where: string; bits: (number | null)[] };
export type Shown = {
  level: "referee" | "teacher";
  possible: Record<string, string[]>;
  clash: boolean;
  empty: string[];
  worlds: number | null;
  bits: number | null;
  cards: Record<string, Record<string, number>> | null;
  yes: Record<string, number[]> | null;
  teaches: Record<string, number[]> | null;
  chance: number | null;
  claim: Record<string, number> | null;
  gives: Gives[] | null;
};

/** The help that came with this view; null at the level of the pencil. */
export function helpOf(sitting: Sitting): Shown | null {
  const help = sitting.helped?.shown;
  return typeof help === "object" && help !== null && "possible" in help ? (help as Shown) : null;
}
