// A button that goes away with what it did leaves the keyboard where it was, and not at the top of the page.

/** The focus goes to the first of these in `place` when the thing that had it there is gone. */
export const keepFocus =
  (selector: string) =>
  (place: HTMLElement): (() => void) => {
    let at: HTMLElement | null = null;
    const had = (event: FocusEvent): void => void (at = event.target as HTMLElement);
    const gone = new MutationObserver(() => {
      if (!at || at.isConnected || document.activeElement !== document.body) return;
      at = null;
      place.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    });
    gone.observe(place, { childList: true, subtree: true });
    place.addEventListener("focusin", had);
    return () => {
      gone.disconnect();
      place.removeEventListener("focusin", had);
    };
  };
