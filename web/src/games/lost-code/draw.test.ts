// Drawing functions on saved views of real games (tests/views).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lastChecked, range, seatOrder, sums } from "./draw";
import type { Picture } from "./wire";

const saved = (name: string): { names: string[]; picture: Picture } =>
  JSON.parse(readFileSync(new URL(`../../../../tests/views/lost_code_${name}.json`, import.meta.url), "utf-8")) as {
    names: string[];
    picture: Picture;
  };

describe("The Lost Code's board", () => {
  it("writes a range with an en dash, and a single number alone", () => {
    expect(range(9, 15)).toBe("9–15");
    expect(range(4, 4)).toBe("4");
  });
  it("writes the sums that an answer leaves; a blunt miss leaves two ranges", () => {
    const { picture } = saved("guess");
    const guesses = picture.rows.flatMap((row) => row.guesses).filter((guess) => guess !== null);
    for (const guess of guesses) {
      if (guess.answer === null) expect(sums(guess)).toEqual([`(${range(guess.low, guess.high)})`]);
      else expect(sums(guess).length).toBe(guess.sums.length);
    }
    expect(guesses.some((guess) => guess.answer === "wrong" && sums(guess).length === 2)).toBe(true);
  });
  it("shows the last round that has been answered", () => {
    const { picture } = saved("turn");
    const row = lastChecked(picture);
    expect(row?.guesses.some((guess) => guess?.answer)).toBe(true);
    expect(picture.rows.filter((one) => one.round > row!.round && one.guesses.some((guess) => guess?.answer))).toEqual(
      [],
    );
  });
  it("orders seats as they play, and from the final guesses on as they stand", () => {
    const { picture } = saved("guess");
    expect(seatOrder(picture)).toEqual(picture.order);
    for (const name of ["final", "over"]) {
      const { picture } = saved(name);
      expect(seatOrder(picture).map((seat) => picture.ranks[seat])).toEqual([1, 2, 3]);
    }
  });
});
