import { expect, test } from "vitest";
import { inWords, leftAt, onFace } from "./clock";

test("a running clock goes on from the moment its message came, and never below zero", () => {
  const clock = {
    type: "clock" as const,
    left: [60_000, 5_000, null],
    running: [0],
    away: [0, 0, 0],
    holiday: [0, 0, 0],
    at: 1000,
  };
  expect(leftAt(clock, 0, 11_000)).toBe(50_000);
  expect(leftAt(clock, 0, 99_000)).toBe(0);
  expect(leftAt(clock, 1, 99_000)).toBe(5_000);
  expect(leftAt(clock, 2, 99_000)).toBeNull();
});

test("seconds are shown where they matter", () => {
  expect(onFace(245_000)).toBe("4:05");
  expect(onFace(400)).toBe("0:01");
  expect(onFace(0)).toBe("0:00");
  expect(onFace(3 * 86_400_000)).toBe("3 days");
  expect(inWords(86_400)).toBe("1 day");
  expect(inWords(90_000)).toBe("25 hours");
  expect(inWords(30)).toBe("30 seconds");
});
