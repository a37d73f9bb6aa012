// Where there is no server, a worker of this device answers what one would. A page that has it begins with this script,
// which imports no other (`net/line.ts`), and ends with `here.svelte.ts`; nothing of them is loaded anywhere else.
import type { Line } from "../net/line";

/** What the worker says of itself: `ready`, or the key of a sentence. */
export type State = "loading" | "ready" | "tabs" | "old" | "newer" | "failed";
/** What a page asks: an address, or something at a socket that it has given a number. */
export type Ask =
  | { id: number; method: string; path: string; body: string }
  | { socket: number; path: string }
  | { socket: number; text: string }
  | { socket: number; close: true };
export type Told =
  | { id: number; status: number; kind: string; data: Uint8Array<ArrayBuffer>; name: string }
  | { socket: number; text: string | number }
  | { state: State; kept?: boolean };

export class Pocket {
  state: State = "loading";
  /** Does this device keep games when the page is closed? */
  kept = true;
  /** Called when one of them is another. */
  changed = (): void => undefined;
  readonly worker = new Worker(new URL("./engine.ts", import.meta.url), { type: "module" });
  private readonly asked = new Map<number, (answer: Response) => void>();
  private readonly sockets = new Map<number, LocalSocket>();
  private numbers = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => this.told(data);
    this.worker.onerror = () => this.told({ state: "failed" });
  }

  tell(what: Ask): void {
    this.worker.postMessage(what);
  }

  fetch(path: string, { method = "GET", body }: RequestInit = {}): Promise<Response> {
    const id = ++this.numbers;
    this.tell({ id, method, path, body: typeof body === "string" ? body : "" });
    return new Promise((resolve) => this.asked.set(id, resolve));
  }

  socket(address: string): LocalSocket {
    const { pathname, search } = new URL(address);
    const socket = new LocalSocket(this, ++this.numbers);
    this.sockets.set(socket.number, socket);
    this.tell({ socket: socket.number, path: pathname + search });
    setTimeout(() => socket.onopen?.());
    return socket;
  }

  private told(message: Told): void {
    if ("state" in message) {
      this.state = message.state;
      this.kept &&= message.kept !== false;
      this.changed();
    } else if ("id" in message) {
      const { status, kind, data, name } = message;
      const headers = { "content-type": kind, "x-name": name };
      this.asked.get(message.id)?.(new Response(status === 204 ? null : data, { status, headers }));
      this.asked.delete(message.id);
    } else this.sockets.get(message.socket)?.heard(message.text);
  }

  /** A file of this device, as a link of a server would give it. */
  async save(path: string): Promise<void> {
    const answer = await this.fetch(path);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = answer.headers.get("x-name") || "tepui";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}

/** As much of a WebSocket as a table needs. It is asked for signs of life, and gives them while the worker thinks. */
class LocalSocket {
  readyState: number = WebSocket.OPEN;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor(
    private readonly pocket: Pocket,
    readonly number: number,
  ) {}
  send(text: string): void {
    if (text === '{"type":"ping"}') this.onmessage?.({ data: '{"type":"pong","id":null}' });
    else this.pocket.tell({ socket: this.number, text });
  }
  heard(text: string | number): void {
    if (typeof text === "string") return this.onmessage?.({ data: text });
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code: text });
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.pocket.tell({ socket: this.number, close: true });
  }
}

const pocket = new Pocket();
const line: Line & { pocket: Pocket } = {
  pocket,
  fetch: (path, init) => pocket.fetch(path, init),
  socket: (address) => pocket.socket(address) as unknown as WebSocket,
  path: () => location.search.slice(1) || "/",
  shown: (path) => (path === "/" ? location.pathname : `?${path}`),
};
Object.assign(globalThis, { line });
addEventListener("click", follow, true);
addEventListener("pagehide", () => pocket.worker.terminate()); // kept for the way back, it would keep the games too
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** A file comes from the worker; a link to another tab leads to where this page is. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href^='/']");
  const path = link && link.getAttribute("href");
  if (!path) return;
  if (path.startsWith("/api/")) {
    event.preventDefault();
    void pocket.save(path);
  } else if (link.target === "_blank" || event.ctrlKey || event.metaKey || event.shiftKey) link.href = line.shown(path);
}
