// A little later, once: as long as its page is open and its reason holds.

/** Does it so many ms after `wait` has begun to name them; null: not now. Begins anew when what `wait` read changes. */
export function after(wait: () => number | null, then: () => void): void {
  $effect(() => {
    const ms = wait();
    if (ms === null) return;
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  });
}
