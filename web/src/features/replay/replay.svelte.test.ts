import { afterEach, expect, it, vi } from "vitest";
import { ReplayedGame } from "./replay.svelte";
import type { Moment, Replay } from "../../net/wire";
import { words } from "../../words/words.svelte";

const MOVES = 130;
const moment = (n: number, language: string): Moment => ({
  n,
  ...(n ? { entry: { by: n % 2, action: { do: "roll" }, text: `${language} ${n}` } } : {}),
  prompt: `after ${n}`,
  to_act: [0],
  scores: [n, 0],
  picture: { at: n },
});
const asked: string[] = [];
/** The server: pieces of one game through any eyes. */
function serve(path: string): Promise<Response> {
  const query = new URL(path, "https://tepui.example").searchParams;
  const [from, to] = [Number(query.get("from")), Math.min(MOVES, Number(query.get("to")))];
  asked.push(`${query.get("eye")} ${from}`);
  const found: Replay = {
    room: "abc",
    eye: query.get("eye") === "0" ? 0 : "all",
    names: ["Anna", "Ben"],
    moves: MOVES,
    moments: Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => moment(from + i, query.get("language")!)),
    printed: { board: query.get("eye") },
  };
  return Promise.resolve(Response.json(found));
}
vi.stubGlobal("fetch", serve);
afterEach(() => {
  asked.length = 0;
  words.language = "en";
});

it("draws a moment like a board sees it, and nothing can be pressed", async () => {
  const game = new ReplayedGame("abc");
  await game.look("all", 3);
  expect(game.view).toMatchObject({
    ...{ eye: "all", turn: 3, prompt: "after 3", to_act: [0], scores: [3, 0], names: ["Anna", "Ben"] },
    ...{ picture: { board: "all", at: 3 }, legal: [], must_act: false, over: false, places: [0, 0] },
  });
  expect(game.view.journal.map(({ text }) => text)).toEqual(["en 1", "en 2", "en 3"]);
  expect(game.fresh).toEqual([{ n: 3, by: 1, action: { do: "roll" }, text: "en 3" }]);
  await game.look("all", 0);
  expect([game.view.journal, game.fresh, game.view.prompt]).toEqual([[], [], "after 0"]);
});
it("is fetched in pieces, each once, the next one before it is needed", async () => {
  const game = new ReplayedGame("abc");
  await game.look("all", 57);
  expect(asked).toEqual(["all 0", "all 60"]);
  await new Promise((landed) => setTimeout(landed, 20));
  await game.look("all", 61);
  await game.all();
  expect(asked).toEqual(["all 0", "all 60", "all 120"]);
  expect(game.view.journal).toHaveLength(61);
  await game.look("all", 999);
  expect([game.at, game.view.journal.length]).toEqual([MOVES, MOVES]);
});
it("through other eyes, or in another language, begins anew", async () => {
  const game = new ReplayedGame("abc");
  await game.look("all", 5);
  await game.look("0", 5);
  expect(asked).toEqual(["all 0", "0 0"]);
  expect(game.view).toMatchObject({ eye: 0, picture: { board: "0", at: 5 }, since: 4 });
  words.language = "de";
  game.clear();
  await game.look("0", 5);
  expect(game.fresh[0]?.text).toBe("de 5");
});
it("drops an answer that came after the reader had changed the eyes or the language", async () => {
  const game = new ReplayedGame("abc");
  const first = game.look("all", 5);
  const second = game.look("0", 5);
  await Promise.all([first, second]);
  expect(game.view.picture).toEqual({ board: "0", at: 5 });
});
it("steps over a move without a word, which is part of the next one", async () => {
  const six = (n: number): string => (n % 6 ? "" : `roll ${n}`);
  vi.stubGlobal("fetch", async (path: string) => {
    const found = (await (await serve(path)).json()) as Replay;
    return Response.json({
      ...found,
      moments: found.moments.map((one) => (one.entry ? { ...one, entry: { ...one.entry, text: six(one.n) } } : one)),
    });
  });
  const game = new ReplayedGame("abc");
  const steps = [];
  for (const at of [0, 1, 7, 11, 5, 62, 129]) {
    await game.look("all", at);
    steps.push(game.at);
  }
  expect(steps).toEqual([0, 6, 12, 6, 0, 66, 130]);
  vi.stubGlobal("fetch", serve);
});
it("says what the server says", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ sentence: "Not yours." }, { status: 403 })));
  const game = new ReplayedGame("abc");
  await expect(game.look("1", 0)).rejects.toThrow("Not yours.");
  expect(game.moment).toBeNull();
  vi.stubGlobal("fetch", serve);
});
