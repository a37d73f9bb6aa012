// What the table promised about its dice, as this device noted it, and whether the record kept the promise.
import { recall, remember } from "./kept";
import { sha256 } from "./sha256";

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
