// When something is done: a little later, as long as its page is open and its reason holds; or again and again.

/** Does it so many ms after `wait` has begun to name them; null: not now. Begins anew when what `wait` read changes. */
export function after(wait: () => number | null, then: () => void): void {
  $effect(() => {
    const ms = wait();
    if (ms === null) return;
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  });
}

/** At once, and whenever what it reads has changed: outside of any component, until what this returns is called. */
export function whenever(then: () => void): () => void {
  return $effect.root(() => {
    $effect(then);
  });
}
