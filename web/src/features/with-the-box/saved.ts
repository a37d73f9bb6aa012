// The evenings with a real box that this device keeps: what was entered, in words, and what was last told about it.
import { recall } from "../../app/storage";
import type { KnownForm } from "./known";
import type { Level } from "../../play/sitting";
import type { CompanionState } from "../../net/wire";

/** What the companion is told before the first entry. */
export type Setting = {
  readonly game: string;
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly parts: string | null;
  /** Whose phone it is; "audience": a score pad for the whole table. */
  readonly eye: number | "audience";
  readonly help: Level;
  /** The highest level that the group allows. */
  readonly most: Level;
  readonly depth: "referee" | "sheet";
};
/** One thing that happened at the table, as it was entered. `label` is what the key said. */
export type Entered = { readonly by: number | "table"; readonly action: unknown; readonly label: string };
/** Something written by hand while nothing could be asked: it stays in its place until it is entered. */
export type Jotted = { readonly note: string };
export type Line = Entered | Jotted;
export const jotted = (line: Line): line is Jotted => "note" in line;

export type Kept = {
  readonly id: string;
  readonly setting: Setting;
  readonly title: string;
  readonly changed: number;
  /** Counts the changes: another tab that holds an older count reads anew before it writes. */
  readonly count: number;
  readonly lines: readonly Line[];
  readonly marks: unknown;
  /** The numbers of the deal were compared with the table. */
  readonly compared: boolean;
  /** The last answer, and the count it speaks of: it stays in sight without a connection. */
  readonly told: CompanionState | null;
  readonly toldAt: number;
  /** How many entries were added since then; -1: something else was changed. */
  readonly run: number;
  readonly known: readonly KnownForm[];
  readonly asked: readonly string[];
};
/** One evening in the list. */
export type Listed = Pick<Kept, "id" | "title" | "changed"> & {
  readonly game: string;
  readonly names: readonly string[];
  readonly entries: number;
  readonly over: boolean;
};

const LIST = "companion";
/** Evenings of this visit, for a device that keeps nothing. */
const held = new Map<string, Kept>();
const MOST = 40;

export function evenings(): Listed[] {
  try {
    const found: unknown = JSON.parse(recall(LIST) ?? "[]");
    return Array.isArray(found) ? (found as Listed[]).filter((one) => typeof one?.id === "string") : [];
  } catch {
    return [];
  }
}
export function evening(id: string): Kept | null {
  try {
    const found = JSON.parse(recall(`${LIST}.${id}`) ?? "null") as Kept | null;
    if (found && Array.isArray(found.lines) && typeof found.setting?.game === "string") return found;
  } catch {
    // not an evening
  }
  return held.get(id) ?? null;
}
/** False: the device keeps nothing (a private window, no room); the evening lives as long as its page. */
export function keep(one: Kept): boolean {
  const { id, title, changed, setting, lines, told } = one;
  const listed: Listed = {
    id,
    title,
    changed,
    game: setting.game,
    names: setting.names,
    entries: lines.length,
    over: told?.over ?? false,
  };
  held.set(id, one);
  const others = evenings().filter((other) => other.id !== id);
  for (const old of others.splice(MOST - 1)) forget(old.id);
  return write(`${LIST}.${id}`, JSON.stringify(one)) && write(LIST, JSON.stringify([listed, ...others]));
}
export function forget(id: string): void {
  held.delete(id);
  try {
    localStorage.removeItem(`tepui.${LIST}.${id}`);
    write(LIST, JSON.stringify(evenings().filter((one) => one.id !== id)));
  } catch {
    // it kept nothing
  }
}
/** Is this a change of that evening by another tab? */
export const isOf = (event: StorageEvent, id: string): boolean => event.key === `tepui.${LIST}.${id}`;

function write(key: string, text: string): boolean {
  try {
    localStorage.setItem(`tepui.${key}`, text);
    return true;
  } catch {
    return false;
  }
}
