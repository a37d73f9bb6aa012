// Where a wheel stops: pure arithmetic of the rim, no rule of the game (what may be sent is in the legal list).

export function within(low: number, last: number): number {
  return Math.max(0, Math.min(last, low));
}

/** The least slide that brings `number` into a window of `size` that begins at `low`. */
export function nearest(number: number, low: number, size: number): number {
  return number < low ? number : number > low + size - 1 ? number - size + 1 : low;
}

/** Digits typed one after another: "1", then "12"; what is too big begins anew with its last digit. */
export function typed(digits: string, last: number): number {
  const whole = Number(digits);
  return whole <= last ? whole : within(Number(digits.slice(-1)), last);
}
