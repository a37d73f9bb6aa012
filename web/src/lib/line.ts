// The line to one table: comes back by itself for ever, and at once when the reader looks again.
import type { Incoming, Outgoing } from "./wire";

export type Hearing = { heard(message: Outgoing): void; open(): void; lost(): void; gone(sentence: string): void };

/** Seconds before the next try: 1, 2, 4, 8, 15, 15 ... */
export function patience(tries: number): number {
  return Math.min(15, 2 ** tries);
}

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private silent = 0;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly ear: Hearing,
  ) {
    for (const sign of ["online", "pageshow"] as const) addEventListener(sign, this.now);
    document.addEventListener("visibilitychange", this.now);
    this.dial();
  }

  get up(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  say(message: Incoming): boolean {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  hangUp(): void {
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.pulse);
    for (const sign of ["online", "pageshow"] as const) removeEventListener(sign, this.now);
    document.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }

  /** The reader is back, or the network is: no waiting. */
  private readonly now = (): void => {
    if (this.closed || document.hidden) return;
    if (this.up) {
      this.say({ type: "ping" });
      return;
    }
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.again);
    this.tries = 0;
    this.dial();
  };

  private dial(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.silent = 0;
      this.ear.open();
      clearInterval(this.pulse);
      this.pulse = setInterval(() => {
        if (++this.silent > 2) socket.close();
        else this.say({ type: "ping" });
      }, 20_000);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.silent = 0;
      const message = JSON.parse(event.data) as Outgoing;
      if (message.type === "gone") {
        this.closed = true;
        this.ear.gone(message.sentence);
      } else this.ear.heard(message);
    };
    socket.onclose = (event) => {
      clearInterval(this.pulse);
      if (this.closed || this.socket !== socket) return;
      if (event.code === 4000) {
        this.closed = true;
        return;
      }
      this.ear.lost();
      this.again = setTimeout(() => this.dial(), 1000 * patience(this.tries++));
    };
  }
}
