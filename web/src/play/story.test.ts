import { describe, expect, it } from "vitest";
import { continued, journalEntry, namesOf, newsIn, presentView, viewAt, type Story } from "./story";
import type { Moment, RoomMessage as Room, View as ViewMessage } from "../net/wire";

const NAMES = ["Anna", "Ben"];
/** A line of the journal: move `n`, made by the seats in turn. */
const line = (n: number, kind = "move"): Moment => ({
  n,
  entry: { by: (n - 1) % 2, action: { do: kind, n }, text: `${kind} ${n}` },
});
/** The same with everything in it. */
const full = (n: number, kind = "move"): Moment => ({
  ...(n ? line(n, kind) : { n }),
  prompt: `after ${n}`,
  to_act: [n % 2],
  scores: [n, 0],
  picture: { at: n },
});
const message = (moments: Moment[], more: Partial<ViewMessage> = {}): ViewMessage => ({
  type: "view",
  turn: 100,
  eye: 0,
  moments,
  legal: [],
  ...more,
});
const whole = (n: number, more: Partial<ViewMessage> = {}): ViewMessage => {
  const lines = Array.from({ length: Math.max(0, n - 1) }, (_, i) => line(i + 1));
  return message([...lines, full(n)], { printed: { board: "round" }, ...more });
};
const held = (n: number): Story => continued(null, whole(n))!;
const numbers = (list: readonly { n: number }[]): number[] => list.map(({ n }) => n);

describe("what a page holds from the first new moment on is void", () => {
  it("after a move", () => {
    const story = continued(held(3), message([full(4), full(5)]))!;
    expect(numbers(story.journal)).toEqual([1, 2, 3, 4, 5]);
    expect(story.present.n).toBe(5);
  });
  it("after a take-back", () => {
    const story = continued(held(5), message([full(3)]))!;
    expect(numbers(story.journal)).toEqual([1, 2, 3]);
    expect(story.present).toEqual(full(3));
  });
  it("after a take-back to before the first move", () => {
    const story = continued(held(2), message([full(0)]))!;
    expect(story.journal).toEqual([]);
    expect(story.present.n).toBe(0);
  });
  it("after a take-back and other moves in one message", () => {
    const story = continued(held(5), message([full(4, "other"), full(5, "other"), full(6, "other")]))!;
    expect(story.journal.map((entry) => entry.text)).toEqual([
      ...["move 1", "move 2", "move 3"],
      ...["other 4", "other 5", "other 6"],
    ]);
  });
  it("after a whole view: other eyes, another language, a reconnect", () => {
    const story = continued(held(7), whole(4, { eye: "audience", printed: { board: "square" } }))!;
    expect(numbers(story.journal)).toEqual([1, 2, 3, 4]);
    expect([story.eye, story.printed]).toEqual(["audience", { board: "square" }]);
  });
  it("nothing, if no moment is new: only the legal list, the help, the places and the turn", () => {
    const before = { ...held(3), help: { level: "referee" as const, shown: 1 } };
    const legal = [{ action: { do: "stop" }, label: "Stop" }];
    const story = continued(before, message([], { turn: 101, legal }))!;
    expect(story).toEqual({ ...before, turn: 101, offer: 101, legal });
    const helped = continued(before, message([], { help: { level: "teacher", shown: 2 } }))!;
    expect(helped.help).toEqual({ level: "teacher", shown: 2 });
    expect(helped.journal).toBe(before.journal);
  });
  it("and of a page that holds nothing, nothing comes from nothing", () => {
    expect(continued(null, message([]))).toBeNull();
  });
  it("help belongs to the view that it came with", () => {
    const before = { ...held(3), help: { level: "referee" as const, shown: 1 } };
    expect(continued(before, message([full(4)]))!.help).toBeNull();
  });
});

describe("news", () => {
  it("is nothing on a page that has just been opened", () => {
    expect(newsIn(whole(5), null)).toEqual([]);
  });
  it("is what comes after what the page holds", () => {
    expect(numbers(newsIn(message([full(4), full(5)]), held(3)))).toEqual([4, 5]);
  });
  it("is not what a whole view repeats, in whatever words", () => {
    expect(newsIn(whole(5), held(5))).toEqual([]);
    expect(numbers(newsIn(whole(7), held(5)))).toEqual([6, 7]);
    const moments = whole(5).moments.map((moment) => ({ ...moment, entry: { ...moment.entry!, text: "Zug" } }));
    expect(newsIn(message(moments), held(5))).toEqual([]);
  });
  it("is nothing after a take-back, whatever the turn, and then the next move", () => {
    const back = message([full(3)], { turn: 106 });
    expect(newsIn(back, held(5))).toEqual([]);
    const after = continued(held(5), back)!;
    expect(numbers(newsIn(message([full(4)], { turn: 107 }), after))).toEqual([4]);
  });
  it("is every move since the first that is another one", () => {
    const other = message([full(3), full(4, "other"), full(5), full(6)]);
    expect(numbers(newsIn(other, held(5)))).toEqual([4, 5, 6]);
    const meanwhile = whole(5);
    meanwhile.moments[3] = line(4, "other");
    expect(numbers(newsIn(meanwhile, held(5)))).toEqual([4, 5]);
  });
  it("is not what other eyes see of the same moves", () => {
    const moments = whole(5).moments.map((moment) => ({ ...moment, entry: { ...moment.entry!, action: null } }));
    expect(newsIn(message(moments, { eye: "audience" }), held(5))).toEqual([]);
  });
});

describe("a view", () => {
  it("puts the picture on what is printed", () => {
    const view = presentView(held(3), NAMES);
    expect(view.picture).toEqual({ board: "round", at: 3 });
    const later = continued(held(3), message([full(4)]))!;
    expect(presentView(later, NAMES).picture, "what is printed comes only once").toEqual({ board: "round", at: 4 });
    const redrawn = continued(held(3), message([{ ...full(4), picture: { board: "worn" } }]))!;
    expect(presentView(redrawn, NAMES).picture).toEqual({ board: "worn" });
  });
  it("says whether these eyes must act, or may", () => {
    const legal = [{ action: {}, label: "" }];
    const acting = (n: number, eye: ViewMessage["eye"], offers = legal) => {
      const { must_act, may_act } = presentView(continued(null, whole(n, { eye, legal: offers }))!, NAMES);
      return [must_act, may_act];
    };
    expect(acting(4, 0)).toEqual([true, false]);
    expect(acting(3, 0)).toEqual([false, true]);
    expect(acting(3, 0, [])).toEqual([false, false]);
    expect(acting(4, "audience", [])).toEqual([false, false]);
  });
  it("is over when there are places", () => {
    expect(presentView(held(3), NAMES)).toMatchObject({ over: false, places: [0, 0] });
    const end = continued(held(3), message([full(4)], { places: [2, 1] }))!;
    expect(presentView(end, NAMES)).toMatchObject({ over: true, places: [2, 1] });
  });
  it("knows my own last move", () => {
    expect(presentView(held(4), NAMES).since).toBe(3);
    expect(presentView(held(0), NAMES).since).toBe(0);
    expect(presentView(continued(null, whole(4, { eye: "audience" }))!, NAMES).since).toBe(0);
  });
  it("of an earlier moment shows that moment, and nothing can be pressed", () => {
    const story = continued(held(3), message([full(4), full(5), full(6)], { legal: [{ action: {}, label: "" }] }))!;
    const view = viewAt(story, full(4), NAMES);
    expect(view).toMatchObject({
      ...{ prompt: "after 4", to_act: [0], scores: [4, 0], picture: { board: "round", at: 4 } },
      ...{ legal: [], must_act: false, may_act: false, over: false, places: [0, 0], turn: 100, since: 3 },
    });
    expect(numbers(view.journal)).toEqual([1, 2, 3, 4]);
  });
  it("has a name for everybody", () => {
    const seats = [
      { seat: 0, name: "Anna" },
      { seat: 1, name: "" },
    ];
    expect(namesOf({ seats } as Room)).toEqual(["Anna", "2"]);
  });
  it("has a line of the journal for each move", () => {
    expect(journalEntry(full(0))).toEqual([]);
    expect(journalEntry(full(2))).toEqual([{ n: 2, by: 1, action: { do: "move", n: 2 }, text: "move 2" }]);
  });
});
