import { expect, test, vi } from "vitest";
import { awake } from "./awake";

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

function page(wakeLock: unknown): { hidden: boolean; turn: () => void } {
  const heard = new Set<() => void>();
  const shown = { hidden: false, turn: () => heard.forEach((one) => one()) };
  vi.stubGlobal("navigator", { wakeLock });
  vi.stubGlobal("document", {
    get hidden() {
      return shown.hidden;
    },
    addEventListener: (_: string, one: () => void) => heard.add(one),
    removeEventListener: (_: string, one: () => void) => heard.delete(one),
  });
  return shown;
}

test("the screen is held, again after it was hidden, and let go with the page", async () => {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  const shown = page({ request });
  const stop = awake();
  await settled();
  shown.hidden = true;
  shown.turn();
  expect(request).toHaveBeenCalledTimes(1);
  shown.hidden = false;
  shown.turn();
  await settled();
  expect(request).toHaveBeenCalledTimes(2);
  stop();
  shown.turn();
  expect(request).toHaveBeenCalledTimes(2);
  expect(release).toHaveBeenCalledTimes(1);
});

test("a lock that comes after the page has gone is let go", async () => {
  const release = vi.fn(() => Promise.resolve());
  page({ request: () => Promise.resolve({ release }) });
  awake()();
  await settled();
  expect(release).toHaveBeenCalledTimes(1);
});

test("without a lock, or refused, nothing happens", async () => {
  page(undefined);
  awake()();
  page({ request: () => Promise.reject(new Error("low battery")) });
  awake()();
  await settled();
});
