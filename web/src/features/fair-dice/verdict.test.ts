import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { attend, noted, noteTurn, typed, type Noted } from "./promise";
import { sha256 } from "./sha256";
import { judge, summary } from "./verdict";
import type { Incoming, RoomMessage as Room } from "../../net/wire";

const read = (name: string): string =>
  readFileSync(new URL(`../../../../tests/records/${name}.jsonl`, import.meta.url), "utf8");
const record = read("forehead-3-promise");
const lines = record.trimEnd().split("\n");
const body = (line: string): string => line.replace(/,"sum":"[0-9a-f]{16}"\}$/, "}");
const promise = sha256(body(lines[0]!));
const head = JSON.parse(lines[0]!) as { commitment: string; commitments: (string | null)[] };
const mine: Noted = {
  commitment: head.commitment,
  early: true,
  words: { 1: { text: "promise 2", typed: "", promise } },
  promises: [promise],
  turn: 9,
};

/** What a server sends that lies and makes every sum and the seal good. */
function forged(change: (text: string) => string): string {
  const told = change(lines.map(body).join("\n")).split("\n");
  let [before, text] = ["", ""];
  for (let line of told) {
    if (line.includes('"seal"')) line = line.replace(/"seal":"\w+"/, `"seal":"${sha256(text)}"`);
    before = sha256(before + line).slice(0, 16);
    text += `${line.slice(0, -1)},"sum":"${before}"}\n`;
  }
  return text;
}

it("hashes as the standard says", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  expect(sha256("ü".repeat(1000))).toBe("dabd53845cfba11cd585ac2a4e9196ba1e7f225507e5f85dd84d0389629e7927");
});
it("finds an honest record honest, and says so", () => {
  expect(judge(record, mine)).toEqual({
    changed: 0,
    kept: true,
    promise: "kept",
    words: true,
    mixed: "in",
    lines: "same",
    tries: 1,
    honest: true,
    sure: true,
    seal: sha256(`${lines.slice(0, -1).join("\n")}\n`),
    promised: promise,
  });
  expect(forged((text) => text)).toBe(record);
  expect(summary(judge(record, mine))).toBe("dice.sure");
});
it("says how often a table promised its dice, by the record or by what this device saw", () => {
  const often = forged((text) => text.replace('"game":', '"tries":5,"game":'));
  const words = { 1: { ...mine.words[1]!, promise: sha256(body(often.split("\n")[0]!)) } };
  for (const verdict of [
    judge(often, { ...mine, words }),
    judge(record, { ...mine, promises: ["1", "2", "3", "4", promise] }),
  ]) {
    expect([verdict.honest, verdict.sure, verdict.tries]).toEqual([true, false, 5]);
    expect(summary(verdict)).toBe("dice.tries");
  }
});
it("says that a word was left out which no list ever held", () => {
  const verdict = judge(record, { ...mine, words: { 1: { text: "mine", typed: "", promise: null } } });
  expect([verdict.mixed, verdict.honest, verdict.sure]).toEqual(["out", true, false]);
});
it("is not sure where this device bound nobody, came late, or noted nothing", () => {
  for (const noted of [null, { ...mine, words: {} }, { ...mine, early: false }, { ...mine, words: {}, turn: 0 }]) {
    const found = judge(record, noted);
    expect([found.honest, found.sure]).toEqual([true, false]);
    expect(summary(found)).toBe("dice.unsure");
  }
  expect(judge(record, null)).toMatchObject({ promise: "late", mixed: "none", lines: "unknown" });
});
it("names the line that was changed", () => {
  expect(judge(record.replace('"n":3', '"n":9'), mine).changed).toBe(5);
  expect(judge(lines.filter((_, i) => i !== 7).join("\n"), mine).changed).toBe(8);
  expect(judge(lines.slice(0, -1).join("\n"), mine)).toMatchObject({ kept: false, honest: false });
});
const added = sha256("searched for");
const [, one, two] = head.commitments as string[];
const lies: Record<string, [(text: string) => string, object]> = {
  "adds a word of its own when the others are open": [
    (text) => text.replace("[null,", `["${added}",`).replace('["",', '["searched for",'),
    { promise: "broken", words: true },
  ],
  "adds a word to the list only": [(text) => text.replace('["",', '["searched for",'), { words: false }],
  "changes the order of the words": [
    (text) =>
      text
        .replace(`"${one}","${two}"`, `"${two}","${one}"`)
        .replace('"promise 1","promise 2"', '"promise 2","promise 1"'),
    { promise: "broken", mixed: "in" },
  ],
  "changes somebody's word and its hash": [
    (text) => text.replace("promise 1", "searched for").replace(one!, added),
    { promise: "broken", words: true, mixed: "in" },
  ],
  "leaves my word out": [(text) => text.replace("promise 2", ""), { mixed: "out", words: false }],
  "has another seed": [(text) => text.replace(/"seed":"./, '"seed":"x'), { kept: false }],
  "has another seed and another promise of it": [
    (text) => text.replace(/"seed":"\w+"/, '"seed":"x"').replace(head.commitment, sha256("x")),
    { kept: false, promise: "broken" },
  ],
  "swaps two names": [(text) => text.replace(/"tags":\["(\w+)","(\w+)"/, '"tags":["$2","$1"'), { promise: "broken" }],
  "inserts a move that was taken back": [
    (text) =>
      text.replace('{"n":4,"by":0', '{"n":4,"by":0,"move":{"do":"bet","rank":1}}\n{"n":4,"back":3}\n{"n":4,"by":0'),
    { lines: "other" },
  ],
  "goes back to a format that bound nobody": [
    (text) =>
      text.replace('"tepui":2', '"tepui":1').replace('"dealer"', '"words":["promise 2","searched for"],"dealer"'),
    { promise: "broken" },
  ],
};
it.each(Object.keys(lies))("finds out a server that %s", (lie) => {
  const [change, found] = lies[lie]!;
  const text = forged(change);
  expect(text).not.toBe(record);
  expect(judge(text, mine)).toMatchObject({ ...found, changed: 0, honest: false, sure: false });
  expect(summary(judge(text, mine))).toBe("dice.not_honest");
});
it("reads old records as ever, and is never sure of them", () => {
  const old = read("lost-code-3-temple");
  const { commitment } = JSON.parse(old.split("\n")[0]!) as { commitment: string };
  const then = { ...mine, commitment, words: {}, promises: [], turn: 0 };
  expect(judge(old, then)).toMatchObject({ changed: 0, kept: true, honest: true, sure: false, seal: "" });
  expect(judge(old, { ...then, commitment: "0".repeat(64) }).kept).toBe(false);
  expect(judge("nothing", then)).toMatchObject({ changed: 1, kept: false, honest: false });
});

// ---- what a page says about its words

let table = 0;
beforeEach(() => table++);
const id = (): string => `room ${table}`;
const room = (told: { shown?: string | null; promise?: string | null; started?: boolean; people?: number[] }): Room =>
  ({
    commitment: head.commitment,
    promise: told.promise ?? null,
    started: told.started ?? false,
    seats: (told.people ?? [1]).map(() => ({ commitment: told.shown ?? null })),
    you: { person: null, people: (told.people ?? [1]).map((person, seat) => ({ person, seat, kept: false })) },
  }) as unknown as Room;
const hashOf = (messages: Incoming[]): string => (messages[0] as { hash: string }).hash;

it("binds this device to a secret word, and opens it when the list is closed", () => {
  const messages = attend(id(), room({}));
  expect(messages).toMatchObject([{ type: "commit", person: 1 }]);
  const shown = hashOf(messages);
  expect(attend(id(), room({ shown }))).toEqual([]);
  const [opened] = attend(id(), room({ shown, promise: "P" })) as { type: string; word: string }[];
  expect(opened).toMatchObject({ type: "open", person: 1 });
  expect(sha256(opened!.word)).toBe(shown);
  expect(opened!.word).toMatch(/^[0-9a-f]{32}$/);
  expect(attend(id(), room({ shown, promise: "P", started: true }))).toEqual([]);
  noteTurn(id(), 12);
  expect(noted(id())).toMatchObject({ early: true, turn: 12, promises: ["P"], words: { 1: { promise: "P" } } });
});
it("never opens a word under two promises, and makes a new one when a list came to nothing", () => {
  const shown = hashOf(attend(id(), room({})));
  attend(id(), room({ shown, promise: "P" }));
  expect(attend(id(), room({ shown, promise: "Q" }))).toEqual([]);
  expect(attend(id(), room({ shown, promise: "P" }))).toHaveLength(1); // a lost line: the same word, the same promise
  const again = attend(id(), room({ shown }));
  expect(again).toMatchObject([{ type: "commit" }]);
  expect(hashOf(again)).not.toBe(shown);
  expect(noted(id())!.promises).toEqual(["P", "Q"]);
});
it("opens nothing that it did not bind itself to", () => {
  attend(id(), room({}));
  expect(attend(id(), room({ shown: "0".repeat(64), promise: "P" }))).toEqual([]);
  expect(attend(id(), room({ shown: null, promise: "P" }))).toEqual([]);
});
it("has a word for each of the people at this device, and forgets those who left", () => {
  const messages = attend(id(), room({ people: [1, 2] }));
  expect(messages).toMatchObject([{ person: 1 }, { person: 2 }]);
  expect(hashOf(messages)).not.toBe(hashOf(messages.slice(1)));
  attend(id(), room({ people: [1] }));
  expect(Object.keys(noted(id())!.words)).toEqual(["1"]);
});
it("adds a secret to a typed word, and takes none when the list is closed", () => {
  attend(id(), room({}));
  const shown = hashOf(typed(id(), room({}), "Orinoco"));
  const { text } = noted(id())!.words[1]!;
  expect(text).toMatch(/^Orinoco [0-9a-f]{32}$/);
  expect(sha256(text)).toBe(shown);
  expect(typed(id(), room({ shown, promise: "P" }), "Amazon")).toEqual([]);
});
it("does not quarrel with another page of this device about the word", () => {
  const first = hashOf(attend(id(), room({})));
  expect(attend(id(), room({ shown: "0".repeat(64) }))).toEqual([]);
  expect(hashOf(attend(id(), room({ shown: null })))).toBe(first);
});
