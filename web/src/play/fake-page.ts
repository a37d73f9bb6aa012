// For tests: as much of a browser's page as a table needs, and a socket whose server is the test.
import type { Incoming, Outgoing } from "../net/wire";

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  readyState = FakeSocket.CONNECTING;
  /** What the page has sent. */
  readonly sent: Incoming[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Incoming);
  }
  close(code = 1000): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  /** The server sends a message. */
  say(message: Outgoing): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(): void {
    this.close(1006);
  }
}

/** Set by a test: is the page out of sight, does the system ask for less motion? */
export const page = { hidden: false, reduced: false };

const nothing = (): void => undefined;
const query = { addEventListener: nothing, removeEventListener: nothing };
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { protocol: "https:", host: "tepui.example" },
  addEventListener: nothing,
  removeEventListener: nothing,
  matchMedia: () => Object.defineProperty({ ...query }, "matches", { get: () => page.reduced }),
  window: globalThis,
  document: Object.defineProperty({ ...query, visibilityState: "visible" }, "hidden", { get: () => page.hidden }),
});
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: {} });
