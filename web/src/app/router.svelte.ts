// Where the reader is: the address decides what is shown, and every address can be shared.

import { line } from "../net/line";
import { placeOf, type Place } from "./routes";
import { version } from "./version";

const OTHERS = /^\/(api|plain|admin|metrics)\b/; // addresses of the server
let gone = false; // a page was left for another, here

const place = (): Place => placeOf(line.path(), location.hash);
const detail = (): URLSearchParams => new URLSearchParams(location.hash.split("?")[1] ?? "");

class Route {
  place = $state.raw<Place>(place());
  /** What stands behind the mark of the address: `#replay?move=12&eye=0`. */
  detail = $state.raw(detail());

  constructor() {
    addEventListener("popstate", () => this.look());
    addEventListener("hashchange", () => this.look());
  }
  look(): void {
    this.place = place();
    this.detail = detail();
  }
  go(path: string): void {
    if (version.stale) return location.assign(line.shown(path)); // a newer version comes with the next page
    gone = true;
    history.pushState({ steps: steps() + 1 }, "", line.shown(path));
    this.look();
    scrollTo(0, 0);
  }
  /** The address follows what is shown, without a new step in the history. */
  note(path: string): void {
    history.replaceState(history.state, "", line.shown(path));
    this.detail = detail();
  }
}

export const route = new Route();

/** How many pages of ours lie behind this one. */
const steps = (): number => (history.state as { steps?: number } | null)?.steps ?? 0;
/** A link that leads back to where one came from; to its own address, if that was not here. */
export function goBack(event: MouseEvent): void {
  if (!steps()) return;
  event.preventDefault();
  history.back();
}

/** An ordinary press on a link of ours stays in the app, every other one is the browser's. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.getAttribute("href")?.startsWith("#") || OTHERS.test(link.pathname)) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}

/** Who has gone to another page hears and sees where they are: its first heading has the focus. */
export function arrived(page: HTMLElement): void {
  if (!gone) return;
  gone = false;
  if (document.activeElement !== document.body) return;
  const head = page.querySelector<HTMLElement>("h1") ?? page.querySelector<HTMLElement>("main");
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}
