// The numbers of one's own box, as they are entered on this device. What can be is the server's to say.
import { partsOf, recall, remember } from "../../app/storage";

/** What was entered: the form's numbers, and the file's own text if it was opened or typed. */
export type Draft = { readonly form: unknown; readonly hand: string | null };

/** Has `value` the same structure as `model`? A list is like the first of the model's list. */
export function alike(value: unknown, model: unknown): boolean {
  if (Array.isArray(model))
    return Array.isArray(value) && (model.length === 0 || value.every((one) => alike(one, model[0])));
  if (model === null || value === null) return value === model;
  if (typeof model !== "object" || typeof value !== "object")
    return typeof value === typeof model && (typeof value !== "number" || Number.isInteger(value));
  const [there, asked] = [Object.keys(value).sort(), Object.keys(model).sort()];
  return (
    there.join() === asked.join() &&
    asked.every((key) => alike((value as Record<string, unknown>)[key], (model as Record<string, unknown>)[key]))
  );
}

/** The draft that this device kept; else the file that was last good; else what the form starts with. */
export function revived(game: string, start: unknown, own: unknown): Draft {
  try {
    const found = JSON.parse(recall(`draft.${game}`) ?? "null") as Partial<Draft> | null;
    if (found && alike(found.form, own) && (found.hand === null || typeof found.hand === "string"))
      return { form: found.form, hand: found.hand };
  } catch {
    // not a draft
  }
  return { form: start, hand: partsOf(game) };
}
export const keepDraft = (game: string, draft: Draft): void => remember(`draft.${game}`, JSON.stringify(draft));

/** Lines of a TOML table: only what differs from ours. Nothing differs: no table. */
export function table(name: string, values: Record<string, unknown>, ours: Record<string, unknown>): string[] {
  const lines = Object.entries(values).flatMap(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(ours[key]) ? [] : [`${key} = ${toml(value)}`],
  );
  return lines.length ? [`[${name}]`, ...lines, ""] : [];
}
export const toml = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(toml).join(", ")}]` : JSON.stringify(value);
