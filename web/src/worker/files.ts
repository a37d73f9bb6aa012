// What it takes to play without a connection, on this device: loaded when somebody wants it, all of it or nothing. The
// service worker answers from it (`web/worker/sw.js`).

/** What the server has for that: each file, and its bytes over the line. */
export type Files = { version: string; files: Record<string, number> };
const SHELL = "/pocket/"; // the last to come: whoever finds the page finds everything
const OURS = "pocket-";

/** Null: nothing, or nobody answers, or this browser keeps nothing. */
export async function offered(): Promise<Files | null> {
  if (!("serviceWorker" in navigator && isSecureContext)) return null;
  const answer = await fetch("/pocket/files.json").catch(() => null);
  return answer?.ok ? ((await answer.json()) as Files) : null;
}
export const sizeOf = ({ files }: Files): number => Object.values(files).reduce((sum, bytes) => sum + bytes, 0);

const names = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(OURS));
/** The version that is here. */
export async function kept(): Promise<string | null> {
  for (const name of await names()) if (await caches.match(SHELL, { cacheName: name })) return name.slice(OURS.length);
  return null;
}

/** `told`: how much of it is here, from 0 to 1. What came before a line was lost is not loaded again. */
export async function keep(wanted: Files, told: (part: number) => void): Promise<void> {
  const cache = await caches.open(OURS + wanted.version);
  const [whole, waiting] = [sizeOf(wanted), Object.entries(wanted.files)];
  let come = 0;
  const load = async (): Promise<void> => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      if (!(await cache.match(one[0]))) await cache.add(new Request(one[0], { cache: "no-cache" }));
      told((come += one[1]) / whole);
    }
  };
  await Promise.all([load(), load(), load(), load()]);
  if ((await offered())?.version !== wanted.version) throw new Error("another version by now");
  await cache.add(new Request(SHELL, { cache: "no-cache" }));
  for (const name of await names()) if (name !== OURS + wanted.version) await caches.delete(name);
}

/** The games that were played stay. */
export async function drop(): Promise<void> {
  for (const name of await names()) await caches.delete(name);
}
