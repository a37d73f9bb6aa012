// A newer version, and a part of the app that does not come. Where the server was upgraded the page renews itself:
// with the next page, or between two moves, never in one. Where a line was lost or a server is busy there is a page
// with a sentence instead of an empty one: it stands in index.html and needs nothing that could be missing.
import { line } from "../net/line";
import type { Language } from "../words/words.svelte";

const RENEWED = "tepui.renewed";
const LONG = 600_000; // ms out of sight
/** The script with which every page begins; in another version it has another name. */
const BEGINNING = /<script type="module"[^>]* src="([^"]+)"/;
/** Taken out of the page when everything has come, and needed when something does not. */
let sentence: HTMLElement | undefined;

/** Everything has come. */
export function complete(): void {
  sentence = document.getElementById("missing")!;
  sentence.remove();
}

/** After an upgrade the new version is loaded; else this page takes the app's place, and the reader tries again. */
export async function incomplete(language: Language, close: () => void): Promise<void> {
  if (version.stale || (await upgraded())) return location.reload();
  close();
  const page = sentence ?? document.getElementById("missing")!;
  for (const one of page.querySelectorAll<HTMLElement>("[lang]")) if (one.lang !== language) one.remove();
  for (const link of page.querySelectorAll("a"))
    link.onclick = (event) => {
      event.preventDefault(); // the address of the link has lost what stands behind #
      location.reload();
    };
  page.className = "now";
  document.body.append(page);
}

export const version = {
  /** The server has another version than this page. */
  stale: false,
  /** The line was lost and is back, and the server may be another: is it newer? */
  async look(): Promise<void> {
    this.stale ||= await upgraded();
    if (this.stale) void worker()?.then((one) => one?.update());
  },
  /** Somebody comes back to a page that has lain in a pocket: what they open next may be of a newer version. */
  watch(): void {
    let left = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) left = Date.now();
      else if (Date.now() - left > LONG) void this.look();
    });
  },
  /** Nothing is half done here: the newer version, if there is one. */
  renew(): void {
    if (!this.stale || document.querySelector("dialog[open]")) return;
    const at = document.activeElement;
    if (!(at instanceof HTMLInputElement && at.value !== "")) location.reload(); // nobody's line is lost
  },
};

/** The service worker; browsers allow one over https and on one's own machine. */
export const worker = (): Promise<ServiceWorkerRegistration | undefined> | null =>
  "serviceWorker" in navigator && isSecureContext ? navigator.serviceWorker.getRegistration() : null;

/** Does the server have another version than this page? Said once of each version: no page reloads for ever. */
async function upgraded(): Promise<boolean> {
  try {
    const answer = await fetch(line.shown("/"), { cache: "no-store", signal: AbortSignal.timeout(4000) });
    const [, there] = BEGINNING.exec(await answer.text()) ?? [];
    if (!there || document.querySelector(`script[src="${there}"]`)) return false;
    if (sessionStorage.getItem(RENEWED) === there) return false;
    sessionStorage.setItem(RENEWED, there);
    return true;
  } catch {
    return false;
  }
}
