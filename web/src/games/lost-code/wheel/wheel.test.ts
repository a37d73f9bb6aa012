import { describe, expect, it } from "vitest";
import { nearest, typed, within } from "./wheel";

describe("the rim of a wheel", () => {
  it("never shows a blank: it stops at 0 and at the last setting", () => {
    expect(within(-1, 15)).toBe(0);
    expect(within(16, 15)).toBe(15);
  });
  it("slides the least way to a number that was tapped", () => {
    expect(nearest(6, 9, 7)).toBe(6);
    expect(nearest(16, 9, 7)).toBe(10);
    expect(nearest(12, 9, 7)).toBe(9);
  });
  it("jumps to typed digits, and begins anew when they are too many", () => {
    expect(typed("1", 15)).toBe(1);
    expect(typed("12", 15)).toBe(12);
    expect(typed("129", 15)).toBe(9);
  });
});
