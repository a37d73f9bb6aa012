// What the help adds to the notes, where the server sends it.
import type { Sitting } from "../../play/sitting";
import type { Shown } from "./wire";

/** The help that came with this view; null at the level of the pencil, and in a replay. */
export function helpOf(sitting: Sitting): Shown | null {
  const help = sitting.helped?.shown;
  return typeof help === "object" && help !== null && "possible" in help ? (help as Shown) : null;
}
