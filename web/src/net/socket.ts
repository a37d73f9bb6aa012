// The WebSocket of one table: it reconnects by itself for ever, and at once when the reader looks again.
import { line } from "./line";
import type { Incoming, Outgoing } from "./wire";

/** `lost(true)`: nobody has closed the connection, it has only fallen silent. */
export type Handlers = { message(message: Outgoing): void; open(): void; lost(silent: boolean): void };

/** Seconds before the next try to reconnect: 1, 2, 4, 8, 15, 15 ... */
export function retryDelay(tries: number): number {
  return Math.min(15, 2 ** tries);
}

/** So long nothing has come, in ms: the server is asked whether it is still there; then it has so long to answer.
 *  Together less than ten seconds: nobody plays on without knowing that nobody hears. */
const QUIET = 5000;
const QUIET_UNSEEN = 25_000;
const ANSWER = 3500;
/** The server's close code for: do not come back. */
const DO_NOT_RECONNECT = 4000;
/** And for: the table is opened again, come back at once; not all in the same moment. */
const MOVED = 1012;
const SOON = 0.3;

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    /** A later connection may be another person's. */
    public address: string,
    private readonly handlers: Handlers,
  ) {
    for (const event of ["online", "pageshow"] as const) addEventListener(event, this.reconnectNow);
    document.addEventListener("visibilitychange", this.reconnectNow);
    this.connect();
  }

  get up(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message: Incoming): boolean {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.heartbeat);
    for (const event of ["online", "pageshow"] as const) removeEventListener(event, this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.socket?.close();
  }

  /** The reader is back, or the network is: no waiting. */
  private readonly reconnectNow = (): void => {
    if (this.closed || document.hidden) return;
    if (this.up) return this.ask(this.socket!);
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.retry);
    this.tries = 0;
    this.connect();
  };

  private connect(): void {
    const socket = line.socket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.alive(socket);
      this.handlers.open();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.alive(socket);
      this.handlers.message(JSON.parse(event.data) as Outgoing);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      if (event.code === DO_NOT_RECONNECT) this.closed = true;
      this.gone(false, event.code === MOVED);
    };
  }

  /** Something has come: the next question can wait. */
  private alive(socket: WebSocket): void {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.ask(socket), document.hidden ? QUIET_UNSEEN : QUIET);
  }

  private ask(socket: WebSocket): void {
    clearTimeout(this.heartbeat);
    this.send({ type: "ping" });
    this.heartbeat = setTimeout(() => {
      this.socket = null; // a dead connection takes minutes to close: nothing of it is heard any more
      socket.close();
      this.gone(true);
    }, ANSWER);
  }

  private gone(silent: boolean, moved = false): void {
    clearTimeout(this.heartbeat);
    if (this.closed) return;
    this.handlers.lost(silent);
    clearTimeout(this.retry);
    const delay = moved ? Math.random() * SOON : retryDelay(this.tries++);
    this.retry = setTimeout(() => this.connect(), 1000 * delay);
  }
}
