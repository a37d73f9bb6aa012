// Did the record keep what the table promised about its dice? Loaded only when somebody checks them.
import type { Noted } from "./promise";
import { sha256 } from "./sha256";

export type Verdict = { changed: number; kept: boolean; mixed: boolean };

/** Reads a record (docs/records.md) without trusting who sent it.
 *  `changed`: the first line that is not as it was written, or 0. */
export function judge(record: string, promise: Noted | null): Verdict {
  const lines = record.trimEnd().split("\n");
  let [before, changed] = ["", 0];
  for (const [i, line] of lines.entries()) {
    const [, body, sum] = /^(.*),"sum":"([0-9a-f]{16})"\}$/.exec(line) ?? [];
    const own = sha256(`${before}${body}}`).slice(0, 16);
    if ((body === undefined || own !== sum) && !changed) changed = i + 1;
    before = sum ?? "";
  }
  const read = (line: string | undefined): Record<string, unknown> => {
    try {
      return JSON.parse(line ?? "{}") as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  const [head, end] = [read(lines[0]), read(lines.at(-1))];
  const kept =
    typeof end["seed"] === "string" &&
    sha256(end["seed"]) === head["commitment"] &&
    (!promise || promise.commitment === head["commitment"]);
  const words: unknown[] = Array.isArray(head["words"]) ? head["words"] : [];
  return { changed, kept, mixed: !promise?.word || words.includes(promise.word) };
}
