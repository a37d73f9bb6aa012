import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Noted } from "./promise";
import { sha256 } from "./sha256";
import { judge } from "./verdict";

const record = readFileSync(new URL("../../../tests/records/lost-code-3-temple.jsonl", import.meta.url), "utf8");
const head = JSON.parse(record.split("\n")[0]!) as { commitment: string; words: string[] };
const promise: Noted = { commitment: head.commitment, early: true, word: head.words[0] ?? "" };

it("hashes as the standard says", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  expect(sha256("ü".repeat(1000))).toBe("dabd53845cfba11cd585ac2a4e9196ba1e7f225507e5f85dd84d0389629e7927");
});
it("finds an honest record honest", () => {
  expect(judge(record, promise)).toEqual({ changed: 0, kept: true, mixed: true });
  expect(judge(record, null)).toEqual({ changed: 0, kept: true, mixed: true });
});
it("names the line that was changed", () => {
  const lines = record.split("\n");
  lines[4] = lines[4]!.replace('"n":4', '"n":9');
  expect(judge(lines.join("\n"), promise).changed).toBe(5);
  expect(
    judge(
      record
        .split("\n")
        .filter((_, i) => i !== 7)
        .join("\n"),
      promise,
    ).changed,
  ).toBe(8);
});
it("sees another seed, another promise, and a word that was left out", () => {
  expect(judge(record.replace(/"seed":"./, '"seed":"x'), promise).kept).toBe(false);
  expect(judge(record, { ...promise, commitment: "0".repeat(64) }).kept).toBe(false);
  expect(judge(record, { ...promise, word: "a word of mine" }).mixed).toBe(false);
  expect(judge("nothing", promise)).toEqual({ changed: 1, kept: false, mixed: promise.word === "" });
});
