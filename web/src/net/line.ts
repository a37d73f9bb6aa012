// How this page reaches whoever answers it: over the network, until `worker/door.ts` puts a worker of this device
// there.

export const line = {
  fetch: (path: string, init?: RequestInit): Promise<Response> => fetch(path, init),
  socket: (address: string): WebSocket => new WebSocket(address),
  /** The path that the address bar stands for, and back: a folder of files has one page for all of them. */
  path: (): string => location.pathname,
  shown: (path: string): string => path,
};
