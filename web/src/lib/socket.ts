// The WebSocket of one table: it reconnects by itself for ever, and at once when the reader looks again.
import type { Incoming, Outgoing } from "./wire";

export type Handlers = { message(message: Outgoing): void; open(): void; lost(): void };

/** Seconds before the next try to reconnect: 1, 2, 4, 8, 15, 15 ... */
export function retryDelay(tries: number): number {
  return Math.min(15, 2 ** tries);
}

const PING_EVERY = 20_000;
/** So many pings without any message in between, and the socket is taken for dead. */
const MISSED_PINGS = 2;
/** The server's close code for: do not come back. */
const DO_NOT_RECONNECT = 4000;

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private unanswered = 0;
  private closed = false;

  constructor(
    private readonly address: string,
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
    clearInterval(this.heartbeat);
    for (const event of ["online", "pageshow"] as const) removeEventListener(event, this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.socket?.close();
  }

  /** The reader is back, or the network is: no waiting. */
  private readonly reconnectNow = (): void => {
    if (this.closed || document.hidden) return;
    if (this.up) {
      this.send({ type: "ping" });
      return;
    }
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.retry);
    this.tries = 0;
    this.connect();
  };

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.unanswered = 0;
      this.handlers.open();
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => {
        if (++this.unanswered > MISSED_PINGS) socket.close();
        else this.send({ type: "ping" });
      }, PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.unanswered = 0;
      this.handlers.message(JSON.parse(event.data) as Outgoing);
    };
    socket.onclose = (event) => {
      clearInterval(this.heartbeat);
      if (this.closed || this.socket !== socket) return;
      if (event.code === DO_NOT_RECONNECT) {
        this.closed = true;
        return;
      }
      this.handlers.lost();
      this.retry = setTimeout(() => this.connect(), 1000 * retryDelay(this.tries++));
    };
  }
}
