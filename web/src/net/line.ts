// How this page reaches whoever answers it: over the network, unless `worker/door.ts` came first and put a worker of
// this device there.

export type Line = {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  socket(address: string): WebSocket;
  /** The path that the address bar stands for, and back: a folder of files has one page for all of them. */
  path(): string;
  shown(path: string): string;
};

export const line: Line = (globalThis as { line?: Line }).line ?? {
  fetch: (path, init) => fetch(path, init),
  socket: (address) => new WebSocket(address),
  path: () => location.pathname,
  shown: (path) => path,
};
