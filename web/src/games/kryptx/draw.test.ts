// Drawing functions on saved views of real games (tests/views).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { around, asked, claimable, known, newest, seen, stands } from "./draw";
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
  it("knows every card that lies open or was in my hand, and no other", () => {
    const picture = saved("ask");
    const shown =
      stands(picture).reduce((n, stand) => n + stand.front.length, 0) +
      picture.players.reduce((n, player) => n + player.beside.length, 0);
    const all = seen(picture);
    expect(all.size).toBeGreaterThanOrEqual(shown);
    for (const card of picture.hand ?? []) expect(all.has(`${card.colour} ${card.number}`)).toBe(true);
    expect(seen(saved("audience")).size).toBe(shown);
  });
  it("names every stand but my own in a claim", () => {
    expect(claimable(saved("ask"))).toHaveLength(6);
    expect(claimable(saved("again"))).toHaveLength(4);
  });
  it("fills a dial only from an open card or from notes that leave one number", () => {
    const picture = saved("ask");
    const [stand] = claimable(picture);
    expect(known(stand!, new Set(), new Set(), picture)).toBeNull();
    const crossed = new Set(
      picture.colours.flatMap((colour) => picture.numbers.filter((n) => n !== 4).map((n) => `${colour.name} ${n}`)),
    );
    expect(known(stand!, crossed, new Set(), picture)).toBe(4);
    expect(known({ ...stand!, card: { number: 9, colour: "blue" } }, crossed, new Set(), picture)).toBe(9);
  });
  it("keeps the newest cards in sight and counts those under them", () => {
    const cards = [1, 2, 3, 4, 5].map((number) => ({ number, colour: "blue" }));
    expect(newest(cards, 3)).toEqual({ under: 2, shown: cards.slice(2) });
    expect(newest(cards, 9).under).toBe(0);
  });
  it("tells what was asked about a stand, newest first", () => {
    const picture = saved("ask");
    const letters = new Set(picture.questions.map((question) => question.stand));
    const told = [...letters].flatMap((letter) => asked(picture, letter));
    expect(told).toHaveLength(picture.questions.length);
    expect(told.every((one) => one.yes !== null)).toBe(true);
  });
});
