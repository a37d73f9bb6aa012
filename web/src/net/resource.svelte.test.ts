import { flushSync } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import { Said } from "./http";
import { Attempt, Resource } from "./resource.svelte";

type Question = { about: string; given: AbortSignal; answer: (text: string) => void; fail: (error: Error) => void };
let stop = (): void => undefined;
afterEach(() => stop());
const landed = (): Promise<void> => new Promise((done) => setTimeout(done));

function asking() {
  const asked: Question[] = [];
  let about = $state("one");
  let found!: Resource<string>;
  stop = $effect.root(() => {
    found = new Resource((given) => {
      const wanted = about;
      return new Promise((answer, fail) => asked.push({ about: wanted, given, answer, fail }));
    });
  });
  flushSync();
  return { asked, found, turnTo: (next: string) => flushSync(() => (about = next)) };
}

it("asks again when the question changes, gives the older one up, and never shows its answer", async () => {
  const { asked, found, turnTo } = asking();
  turnTo("two");
  expect(asked.map(({ about }) => about)).toEqual(["one", "two"]);
  expect(asked.map(({ given }) => given.aborted)).toEqual([true, false]);
  asked[1]!.answer("about two");
  asked[0]!.answer("about one");
  await landed();
  expect(found.value).toBe("about two");
});
it("says what the server says, or that it does not answer, and asks once more", async () => {
  const { asked, found } = asking();
  asked[0]!.fail(new Said("Not yours."));
  await landed();
  expect([found.value, found.trouble]).toEqual([null, "Not yours."]);
  flushSync(found.again);
  asked[1]!.fail(new TypeError("no line"));
  await landed();
  expect(found.trouble).toBe("no_server");
  flushSync(found.again);
  asked[2]!.answer("here");
  await landed();
  expect([found.value, found.trouble]).toEqual(["here", ""]);
});
it("asks nothing when its page is gone", () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  const ask = vi.fn(() => Promise.resolve(1));
  stop = $effect.root(() => void new Resource(ask, () => 1000));
  flushSync();
  vi.advanceTimersByTime(1000);
  flushSync();
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
it("is busy while something is done, and knows why it failed", async () => {
  const attempt = new Attempt();
  const done = attempt.run(() => Promise.reject(new Said("Full.")));
  expect(attempt.busy).toBe(true);
  expect(await done).toBeUndefined();
  expect([attempt.busy, attempt.trouble]).toEqual([false, "Full."]);
  expect(await attempt.run(() => Promise.resolve(7))).toBe(7);
  expect(attempt.trouble).toBe("");
});
