import { beforeEach, describe, expect, test } from "vitest";
import en from "../words/en.json";
import { beside, botTitle, friend, gentle, keepRung, levelOf } from "./bots";
import { words } from "../words/words.svelte";

const BOTS = ["random", "steady", "beginner", "beginner+", "casual", "casual+", "casual++", "master"];
beforeEach(() => {
  words.texts = en;
});

test("a rung belongs to its level, and other bots to none", () => {
  expect(levelOf("casual++")).toBe("casual");
  expect(levelOf("steady")).toBeNull();
  expect(levelOf(null)).toBeNull();
});

test("strength is told in words", () => {
  expect(["casual", "casual+", "casual++", "steady", "somebody's own"].map(botTitle)).toEqual([
    "casual",
    "casual, a little stronger",
    "casual, stronger still",
    "steady",
    "somebody's own",
  ]);
});

test("a little harder, a little easier, until there is no more", () => {
  expect(beside(BOTS, "beginner+", 1)).toBe("casual");
  expect(beside(BOTS, "casual", -1)).toBe("beginner+");
  expect(beside(BOTS, "beginner", -1)).toBeNull();
  expect(beside(BOTS, "master", 1)).toBeNull();
  expect(beside(BOTS, "steady", 1)).toBeNull();
});

describe("who is seated without a word", () => {
  test("the weakest level to play now, a casual one among people", () => {
    expect(gentle("lost-code", BOTS)).toBe("beginner");
    expect(friend(BOTS)).toBe("casual");
    expect(friend(["random", "its own"])).toBe("its own");
    expect(friend(["random"])).toBe("random");
  });
  test("the rung that was taken on this device, if the game still has it", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (k: string, v: string) => kept.set(k, v),
    };
    Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
    keepRung("kryptx", "casual+");
    expect(gentle("kryptx", BOTS)).toBe("casual+");
    expect(gentle("kryptx", ["random", "beginner"])).toBe("beginner");
    expect(gentle("lost-code", BOTS)).toBe("beginner");
  });
});
