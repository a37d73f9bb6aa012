// Where the reader is: the address decides what is shown, and every address can be shared.

import { placeOf, type Place } from "./place";

class Route {
  place = $state.raw<Place>(placeOf(location.pathname, location.hash));
  /** What stands behind the mark of the address: `#replay?move=12&eye=0`. */
  detail = $state.raw(new URLSearchParams(location.hash.split("?")[1] ?? ""));

  constructor() {
    addEventListener("popstate", () => this.look());
    addEventListener("hashchange", () => this.look());
  }
  look(): void {
    this.place = placeOf(location.pathname, location.hash);
    this.detail = new URLSearchParams(location.hash.split("?")[1] ?? "");
  }
  go(path: string): void {
    history.pushState(null, "", path);
    this.look();
    scrollTo(0, 0);
  }
  /** The address follows what is shown, without a new step in the history. */
  note(path: string): void {
    history.replaceState(null, "", path);
    this.detail = new URLSearchParams(location.hash.split("?")[1] ?? "");
  }
}

export const route = new Route();

/** For links: an ordinary press stays on the page, every other one is the browser's. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const link = event.currentTarget;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
