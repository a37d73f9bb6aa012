// Did the record keep what the table promised about its dice? Loaded only when a game is over.
import type { Noted } from "./promise";
import { sha256 } from "./sha256";
import { t } from "../../words/words.svelte";

export type Verdict = {
  /** The first line that is not as it was written, or 0. */
  changed: number;
  /** The seed is the one whose hash this device had noted, or that the record names. */
  kept: boolean;
  /** The first line is what was promised before this device opened a word: `late` if it had noted no promise. */
  promise: "kept" | "late" | "broken";
  /** All words are those whose hashes stood in the promise. */
  words: boolean;
  /** The words of this device's people. */
  mixed: "in" | "out" | "none";
  /** As many lines as moves and take-backs that this device was told of. */
  lines: "same" | "other" | "unknown";
  /** How often the table promised its dice before it began: who does it often could have waited for good ones. */
  tries: number;
  /** Nothing is otherwise than it was promised. */
  honest: boolean;
  /** And nobody could have chosen the seed and the words. */
  sure: boolean;
  /** What `tepui verify` asks for. */
  seal: string;
  promised: string;
};
type Fields = Record<string, unknown>;

function read(line: string | undefined): Fields {
  try {
    return JSON.parse(line ?? "{}") as Fields;
  } catch {
    return {};
  }
}
const texts = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);
const hashed = (word: unknown): string | null => (typeof word === "string" && word ? sha256(word) : null);

/** Reads a record (docs/records.md) without trusting who sent it. */
export function judge(record: string, noted: Noted | null): Verdict {
  const lines = record.trimEnd().split("\n");
  let [before, changed] = ["", 0];
  for (const [i, line] of lines.entries()) {
    const [, body, sum] = /^(.*),"sum":"([0-9a-f]{16})"\}$/.exec(line) ?? [];
    const own = sha256(`${before}${body}}`).slice(0, 16);
    if ((body === undefined || own !== sum) && !changed) changed = i + 1;
    before = sum ?? "";
  }
  const [head, opening, end] = [read(lines[0]), read(lines[1]), read(lines.at(-1))];
  const bound = Number(head["tepui"]) > 1; // the first format promised nothing but the seed
  const seal = bound
    ? sha256(
        lines
          .slice(0, -1)
          .map((line) => `${line}\n`)
          .join(""),
      )
    : "";
  if (bound && end["seal"] !== seal && !changed) changed = lines.length;
  const kept =
    typeof end["seed"] === "string" &&
    sha256(end["seed"]) === head["commitment"] &&
    (!noted?.commitment || noted.commitment === head["commitment"]);
  const own = Object.values(noted?.words ?? {}).filter((word) => word.promise !== null);
  const opened = texts(bound ? opening["words"] : head["words"]);
  const hashes = texts(head["commitments"]);
  const words = opened.length === hashes.length && opened.every((word, i) => hashed(word) === hashes[i]);
  const promised = sha256(lines[0]!.replace(/,"sum":"[0-9a-f]{16}"\}$/, "}"));
  const promise = !own.length ? "late" : own.every((word) => word.promise === promised) ? "kept" : "broken";
  const tries = Math.max(noted?.promises.length ?? 0, Number(head["tries"] ?? 1));
  const left = Object.keys(noted?.words ?? {}).length ? "out" : "none"; // a word that no list ever held
  const mixed = !own.length ? left : own.every(({ text }) => opened.includes(text)) ? "in" : "out";
  const turn = noted?.turn || 0;
  const same = turn === lines.length - (bound ? 3 : 2) ? "same" : "other";
  const honest =
    !changed &&
    promise !== "broken" &&
    kept &&
    (mixed !== "out" || !own.length) &&
    (turn === 0 || same === "same") &&
    (!bound || words);
  return {
    changed,
    kept,
    promise,
    words: bound && words,
    mixed,
    lines: turn ? same : "unknown",
    tries,
    honest,
    sure: honest && tries === 1 && bound && noted !== null && noted.early && promise === "kept" && mixed === "in",
    seal,
    promised,
  };
}

/** The same in one sentence. */
export function summary(verdict: Verdict): string {
  if (!verdict.honest) return t("dice.not_honest");
  if (verdict.tries > 1) return t("dice.tries", { n: String(verdict.tries) });
  return t(verdict.sure ? "dice.sure" : "dice.unsure");
}
