// Legal actions in groups by their kind, so that a long list stays readable.
import type { Choice } from "../../net/wire";

export type Group = { name: string; choices: { index: number; label: string }[] };

export function grouped(legal: readonly Choice[], find = ""): Group[] {
  const groups = new Map<string, Group>();
  const wanted = find.trim().toLowerCase();
  legal.forEach(({ action, label }, index) => {
    if (wanted && !label.toLowerCase().includes(wanted)) return;
    const kind = typeof action === "object" && action !== null && "do" in action ? String(action.do) : "";
    const group = groups.get(kind) ?? { name: kind.replaceAll("_", " "), choices: [] };
    group.choices.push({ index, label });
    groups.set(kind, group);
  });
  return [...groups.values()];
}

/** "numbers_left" as people read it. */
export function title(key: string): string {
  return key.replaceAll("_", " ");
}

/** Is this a list of plain values, short enough for one line? */
export function plain(thing: unknown): thing is (string | number | boolean | null)[] {
  return Array.isArray(thing) && thing.every((one) => one === null || typeof one !== "object");
}
