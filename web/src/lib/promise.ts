// What the table promised about its dice, as this device noted it.
import { recall, remember } from "./kept";

/** Noted when this device first saw the table; `early`: before the first move. */
export type Noted = { commitment: string; early: boolean; word: string };

export function noted(room: string): Noted | null {
  try {
    return JSON.parse(recall(`promise.${room}`) ?? "null") as Noted | null;
  } catch {
    return null;
  }
}
export function note(room: string, commitment: string, started: boolean): void {
  if (!noted(room))
    remember(`promise.${room}`, JSON.stringify({ commitment, early: !started, word: "" } satisfies Noted));
}
export function noteWord(room: string, word: string): void {
  const before = noted(room);
  if (before) remember(`promise.${room}`, JSON.stringify({ ...before, word }));
}
