// What the sheet draws at each level of help, from the messages of a real game (tests/views/help).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LEVELS, type Level } from "../../play/sitting";
import { place, read, tap } from "./marks";
import { boxOf, clashing, oldCrosses, roundsIn, writingOf, type Box } from "./sheet";
import type { Picture, Shown } from "./wire";

type Saved = { picture: Picture; helped: Record<Level | "clash", Shown | null>; why: Record<string, string[]> };
const { picture, helped, why } = JSON.parse(
  readFileSync(new URL("../../../../tests/views/help/lost_code_guess.json", import.meta.url), "utf-8"),
) as Saved;
const marks = tap(tap(read(null), place("red", 1), "cross"), place("blue", 2), "maybe");
const boxes = (level: Level): Box[] =>
  picture.colours.flatMap((_, c) =>
    Array.from({ length: picture.numbers }, (_, n) => boxOf(picture, level, helped[level], marks, c, n)),
  );

describe("the sheet of The Lost Code", () => {
  it("shows the pencil nothing but its own marks", () => {
    for (const box of boxes("pencil"))
      expect({ seen: box.seen, share: box.share, dot: box.dot }).toEqual({ seen: false, share: null, dot: false });
    expect(helped.pencil).toBeNull();
  });
  it("shows the referee every number that was seen, and no chance", () => {
    const seen = picture.seen.flat().map((where) => where !== null);
    expect(boxes("referee").map((box) => box.seen)).toEqual(seen);
    expect(boxes("referee").every((box) => box.share === null && !box.dot)).toBe(true);
    expect(helped.referee?.shares).toBeNull();
  });
  it("shows the teacher a share or a dot in every box that was not seen", () => {
    const all = boxes("teacher");
    expect(all.every((box) => box.seen !== (box.share !== null))).toBe(true);
    expect(all.some((box) => box.dot)).toBe(true);
    expect(all.every((box) => box.dot === (box.share === 0))).toBe(true);
  });
  it("never touches a pencil mark", () => {
    const pencil = boxes("pencil").map((box) => box.mark);
    expect(pencil.filter(Boolean)).toEqual(expect.arrayContaining(["x", "o"]));
    for (const level of LEVELS) expect(boxes(level).map((box) => box.mark)).toEqual(pencil);
  });
  it("keeps quiet about chances that have not come yet", () => {
    expect(boxOf(picture, "teacher", null, marks, 0, 0).share).toBeNull();
  });
  it("names the columns that contradict each other", () => {
    expect(clashing(picture, helped.referee, marks)).not.toContain(true);
    expect(clashing(picture, helped.clash, marks)).toEqual(picture.colours.map((colour) => colour === "red"));
    expect(clashing(picture, { ...helped.clash!, empty: [] }, marks)).toEqual(
      picture.colours.map((colour) => colour === "red"),
    );
  });
  it("asks about crosses only if they were there when the stone was exchanged", () => {
    const swapped = { ...picture, since: picture.colours.map((colour) => (colour === "red" ? 2 : 0)) };
    const before = tap(read(null), place("red", 4), "cross");
    expect(oldCrosses(swapped, before)).toEqual({ colour: "red", since: 2 });
    expect(oldCrosses(swapped, tap(before, place("red", 5), "cross", 2)), "more crosses answer nothing").not.toBeNull();
    expect(oldCrosses(swapped, tap(read(null), place("red", 4), "cross", 2)), "the first was made after it").toBeNull();
    expect(oldCrosses(swapped, read(null))).toBeNull();
  });
  it("says of each final guess what the picture says it brings", () => {
    const file = new URL("../../../../tests/views/lost_code_final.json", import.meta.url);
    const { picture } = JSON.parse(readFileSync(file, "utf-8")) as Saved;
    const finals = picture.finals[picture.me!]!;
    writingOf(picture, { blue: [1, 2], red: [0] }).forEach((one, c) => {
      expect(one.fixed).toBe(finals[c]!.fixed);
      expect(one.stake).toEqual(one.fixed ? finals[c]!.stake : picture.stakes[one.numbers.length]);
    });
  });
  it.each(["en", "fr", "it", "de"])("finds the rounds of a proof in %s", (language) => {
    const rounds = [...roundsIn(why[language]!)];
    expect(rounds.length).toBeGreaterThan(0);
    expect(rounds).toEqual([...roundsIn(why["en"]!)]);
    for (const round of rounds) expect(picture.rows.some((row) => row.round === round)).toBe(true);
  });
});
