// While this is on the page the screen stays on. A browser that cannot, or a low battery, goes dark as always.

export function awake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let gone = false;
  const hold = async (): Promise<void> => {
    if (document.hidden) return;
    const held = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    if (gone) void held?.release();
    else lock = held;
  };
  const look = (): void => void hold(); // a hidden page has lost it
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    gone = true;
    document.removeEventListener("visibilitychange", look);
    void lock?.release();
  };
}
