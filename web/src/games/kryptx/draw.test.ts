// Drawing functions on saved views of real games (tests/views).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../play/story";
import { around, asked, claimable, news } from "./draw";
import type { Picture } from "./wire";

const saved = (name: string): Picture =>
  (
    JSON.parse(readFileSync(new URL(`../../../../tests/views/kryptx_${name}.json`, import.meta.url), "utf-8")) as {
      picture: Picture;
    }
  ).picture;

describe("Kryptx's board", () => {
  it("shows the others in the order of play, from my left", () => {
    const picture = saved("ask");
    expect(around(picture)).toHaveLength(3);
    expect(around(picture)[0]).toBe((picture.me! + 1) % 4);
    expect(around(saved("audience"))).toEqual([0, 1, 2, 3]);
  });
  it("names every stand but my own in a claim", () => {
    expect(claimable(saved("ask"))).toHaveLength(6);
    expect(claimable(saved("again"))).toHaveLength(4);
  });
  it("tells no draws and no discards, and a claim in one line", () => {
    const story = ["draw", "place", "ask", "answer", "discard", "stop", "name", "name", "reds", "shuffle"];
    const journal = story.map((kind, n) => ({ n, by: 0, text: kind, action: { do: kind } })) as JournalEntry[];
    expect(news(journal).map((entry) => entry.n)).toEqual([1, 2, 3, 5, 7, 8]);
  });
  it("tells what was asked about a stand", () => {
    const picture = saved("ask");
    const letters = new Set(picture.questions.map((question) => question.stand));
    const told = [...letters].flatMap((letter) => asked(picture, letter));
    expect(told).toHaveLength(picture.questions.length);
    expect(told.every((one) => one.yes !== null)).toBe(true);
  });
});
