// The companion's page opens without a connection: the worker keeps its files, which are the same for everybody.

/** Tells the worker which files this page was made of. Nothing that was entered or answered is among them. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const worker = (await navigator.serviceWorker.ready).active;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
  worker?.postMessage({ keep: [...new Set(files)] });
}
