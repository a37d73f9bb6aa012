// The games themselves, in Python: the server's own files (`tepui.local`), run by Pyodide in this worker.
import type { Ask, State, Told } from "./door";

type Python = {
  runPython(text: string): unknown;
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
};
type Door = {
  http(method: string, path: string, body: string): Promise<[number, string, Uint8Array<ArrayBuffer>, string]>;
  connect(socket: number, path: string, send: (text: string | number) => void): Promise<void>;
  say(socket: number, text: string): void;
  disconnect(socket: number): Promise<void>;
};
const FILES = new URL("../pocket/", self.location.href).href;
const PLACE = "/lib/python3.14/site-packages";
const WEIGHTS = "/tepui/games/roll_and_write/bots/learned.npz";
const tell = (message: Told): void => postMessage(message);
const state = (state: State, kept?: boolean): void => tell(kept === undefined ? { state } : { state, kept });

async function bytes(name: string): Promise<ArrayBuffer> {
  const answer = await fetch(FILES + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** The large files are packed already: a plain web server would send three times as much. */
const network = self.fetch.bind(self);
self.fetch = async (what, init) => {
  const kind = /\.(wasm|zip)$/.exec(String(what))?.[1];
  if (!kind) return network(what, init);
  const { body, status } = await network(`${String(what)}.gz`, init);
  const opened = body!.pipeThrough(new DecompressionStream("gzip"));
  return new Response(opened, { status, headers: { "content-type": `application/${kind}` } });
};

/** Into the worker's own file system: a zip in which nothing is packed is a row of names and bytes. */
async function unpack(zip: Promise<ArrayBuffer>, { FS }: Python): Promise<void> {
  const data = await zip;
  const view = new DataView(data);
  for (let at = 0; view.getUint32(at) === 0x504b0304;) {
    const [size, name] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)];
    const path = `${PLACE}/${new TextDecoder().decode(new Uint8Array(data, at + 30, name))}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(data, at + 30 + name, size));
    at += 30 + name + size;
  }
}

// ---- what is kept: the browser's own database, or this worker's memory where there is none

const wait = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });

async function keeper(): Promise<Record<string, (text: string) => Promise<unknown>>> {
  try {
    const opening = indexedDB.open("tepui", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    const kept = await wait(opening);
    const store = (mode: IDBTransactionMode): IDBObjectStore =>
      kept.transaction("kept", mode, { durability: "strict" }).objectStore("kept");
    return {
      async put(texts) {
        const into = store("readwrite");
        for (const [name, text] of Object.entries(JSON.parse(texts) as Record<string, string | null>))
          if (text === null) into.delete(name);
          else into.put(text, name);
        await new Promise<void>((resolve, reject) => {
          into.transaction.oncomplete = () => resolve();
          into.transaction.onabort = () => reject(into.transaction.error ?? new Error("IndexedDB"));
        });
      },
      get: async (name) => (await wait(store("readonly").get(name))) ?? "",
      async all() {
        const from = store("readonly");
        const listed = IDBKeyRange.lowerBound("c"); // heads and the person; not the bodies
        const [names, texts] = await Promise.all([wait(from.getAllKeys(listed)), wait(from.getAll(listed))]);
        return JSON.stringify(Object.fromEntries(names.map((name, at) => [name, texts[at]])));
      },
    };
  } catch {
    state("loading", false);
    const held = new Map<string, string>();
    return {
      async put(texts) {
        for (const [name, text] of Object.entries(JSON.parse(texts) as Record<string, string | null>))
          if (text === null) held.delete(name);
          else held.set(name, text);
      },
      get: async (name) => held.get(name) ?? "",
      all: async () => JSON.stringify(Object.fromEntries([...held].filter(([name]) => name > "c"))),
    };
  }
}

// ---- the engine

async function begin(): Promise<Door> {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") throw new Error("no WebAssembly");
  if (navigator.locks) await alone();
  const [packages, engine, kept] = [bytes("packages.zip"), bytes("engine.zip"), keeper()];
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FILES}pyodide.mjs`)) as {
    loadPyodide(how: object): Promise<Python>;
  };
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
  const python = await loadPyodide({
    indexURL: FILES,
    stdLibURL: `${FILES}python.zip`,
    lockFileContents: { info, packages: {} },
    packageBaseUrl: FILES,
    env: { HOME: "/home/pyodide", TEPUI_INTERPRETED: "1" },
  });
  for (const zip of [packages, engine]) await unpack(zip, python);
  const open = python.runPython(
    "import importlib; importlib.invalidate_caches(); import tepui.local.browser as b; b.open",
  );
  const door = await (open as (kept: object, base: string) => Promise<Door>)(await kept, self.location.origin);
  weights = bytes("learned.npz").then(
    (data) => python.FS.writeFile(PLACE + WEIGHTS, new Uint8Array(data)),
    () => undefined, // gentler bots need none
  );
  state("ready");
  return door;
}

/** One tab at a time: two engines would write over each other's games. */
async function alone(): Promise<void> {
  const held = (lock: Lock | null): Promise<void> | undefined => {
    if (lock) free();
    return lock ? new Promise<never>(() => undefined) : undefined;
  };
  let free = (): void => undefined;
  const mine = new Promise<void>((resolve) => (free = resolve));
  void navigator.locks.request("tepui", { ifAvailable: true }, (lock) => {
    if (lock) return held(lock);
    state("tabs");
    void navigator.locks.request("tepui", (later) => {
      state("loading");
      return held(later);
    });
    return undefined;
  });
  await mine;
}

let weights: Promise<void> | undefined; // stronger bots of one game wait for them
const opened = new Map<number, Promise<void>>(); // by socket
const ready = begin();
ready.catch((error: unknown) => {
  console.error(error);
  state(/no WebAssembly/.test(String(error)) ? "old" : /newer version/.test(String(error)) ? "newer" : "failed");
});

onmessage = async ({ data }: MessageEvent<Ask>) => {
  const door = await ready;
  if ("id" in data) {
    if (data.method === "POST") await weights;
    const [status, kind, bytes, name] = await door.http(data.method, data.path, data.body);
    tell({ id: data.id, status, kind, data: bytes, name });
  } else if ("path" in data) {
    const { socket } = data;
    opened.set(
      socket,
      weights!.then(() => door.connect(socket, data.path, (text) => tell({ socket, text }))),
    );
  } else {
    await opened.get(data.socket); // what is said first is heard first
    if ("text" in data) return door.say(data.socket, data.text);
    opened.delete(data.socket);
    await door.disconnect(data.socket);
  }
};
