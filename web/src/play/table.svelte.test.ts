import { FakeSocket, page } from "./fake-page"; // first: the modules below look for a page
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../app/settings.svelte";
import { Table } from "./table.svelte";
import type { Moment, Outgoing, RoomMessage as Room, View as ViewMessage } from "../net/wire";

const line = (n: number, kind = "roll"): Moment => ({
  n,
  entry: { by: n % 2, action: { do: kind, n }, text: `${kind} ${n}` },
});
const full = (n: number, kind = "roll"): Moment => ({
  ...line(n, kind),
  prompt: `after ${n}`,
  to_act: [0],
  scores: [n, 0],
  picture: { at: n },
});
const LEGAL = [{ action: { do: "keep" }, label: "Keep" }];
const view = (moments: Moment[], more: Partial<ViewMessage> = {}): ViewMessage => ({
  type: "view",
  turn: 50 + (moments.at(-1)?.n ?? 0),
  eye: 0,
  moments,
  legal: LEGAL,
  ...more,
});
const whole = (n: number, more: Partial<ViewMessage> = {}): ViewMessage => {
  const lines = Array.from({ length: n - 1 }, (_, i) => line(i + 1));
  return view([...lines, full(n)], { printed: { board: "round" }, ...more });
};
const room = (level: string | null = null, names = ["Anna", "Ben"]): Room =>
  ({
    type: "room",
    room: "r",
    commitment: "c",
    started: true,
    title: "Game",
    seats: names.map((name, seat) => ({ seat, name, help: seat ? null : level })),
    you: { seat: 0, people: [] },
    lines: [],
  }) as unknown as Room;

let table: Table;
let socket: FakeSocket;
const at = (): unknown => (table.view.picture as { at: number }).at;
const numbers = (list: readonly { n: number }[]): number[] => list.map(({ n }) => n);
/** The page has been opened in the middle of a game, after move `n`. */
function opened(n: number, more: Partial<ViewMessage> = {}): void {
  socket.accept();
  socket.say(room());
  socket.say(whole(n, more));
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { hidden: false, reduced: false });
  settings.lessMotion = false;
  table = new Table("abc");
  socket = FakeSocket.last;
  flushSync();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

describe("the page speaks first", () => {
  it("with its language and whether pictures may move", () => {
    expect(socket.address).toBe("wss://tepui.example/api/rooms/abc/socket");
    expect(socket.sent).toEqual([]);
    socket.accept();
    expect(socket.sent).toEqual([{ type: "hello", language: "en", motion: true }]);
  });
  it("and again when one of the two has changed", () => {
    socket.accept();
    settings.lessMotion = true;
    flushSync();
    expect(socket.sent.at(-1)).toEqual({ type: "hello", language: "en", motion: false });
    expect(socket.sent).toHaveLength(2);
    table.close();
    settings.lessMotion = false;
    flushSync();
    expect(socket.sent, "but not after it has closed").toHaveLength(2);
  });
  it("before the notes that were written without a connection", () => {
    table.note("x");
    socket.accept();
    expect(socket.sent.map(({ type }) => type)).toEqual(["hello", "note"]);
  });
});

describe("moves are shown one after the other", () => {
  it("and the page rests at the last, where something may be pressed", () => {
    opened(3);
    expect([at(), table.resting, table.free, table.fresh]).toEqual([3, true, true, []]);
    socket.say(view([full(4), full(5), full(6)]));
    expect([at(), table.resting, table.free]).toEqual([4, false, false]);
    expect(table.view).toMatchObject({ prompt: "after 4", legal: [], must_act: false, names: ["Anna", "Ben"] });
    expect(table.view.picture).toEqual({ board: "round", at: 4 });
    expect([numbers(table.fresh), numbers(table.view.journal)]).toEqual([[4], [1, 2, 3, 4]]);
    expect(table.newest?.picture).toEqual({ board: "round", at: 6 });
    vi.advanceTimersByTime(700);
    expect([at(), numbers(table.fresh)]).toEqual([5, [5]]);
    vi.advanceTimersByTime(700);
    expect([at(), table.resting, table.free, numbers(table.fresh)]).toEqual([6, true, true, [6]]);
    expect(table.view).toMatchObject({ legal: LEGAL, must_act: true });
  });
  it("and what comes meanwhile waits its turn: nothing is cut short, unless it was taken back", () => {
    opened(3);
    socket.say(view([full(4), full(5)]));
    socket.say(view([full(6), full(7)]));
    const shown = [at()];
    for (let i = 0; i < 3; i++) shown.push((vi.advanceTimersByTime(700), at()));
    expect([shown, table.resting]).toEqual([[4, 5, 6, 7], true]);
    expect([numbers(table.fresh), numbers(table.view.journal)]).toEqual([[7], [1, 2, 3, 4, 5, 6, 7]]);
    socket.say(view([full(8), full(9), full(10)]));
    socket.say(view([full(8), { ...full(9), entry: { by: 1, action: { do: "other" }, text: "" } }, full(10)]));
    vi.runAllTimers();
    expect(at()).toBe(10);
  });
  it("until a tap ends it", () => {
    opened(3);
    socket.say(view([full(4), full(5), full(6)]));
    table.finish();
    expect([at(), table.free, numbers(table.fresh)]).toEqual([6, true, [5, 6]]);
    vi.runAllTimers();
    expect(at()).toBe(6);
    table.finish(); // a tap with nothing to end does nothing
    expect([at(), numbers(table.fresh)]).toEqual([6, [5, 6]]);
  });
  it("but not to somebody who is deciding all the while: what others do is on the table at once", () => {
    const others = (n: number): Moment => ({ ...full(n), entry: { by: 1, action: { do: "write", n }, text: "" } });
    opened(3);
    const { offer } = table.view;
    socket.say(view([others(4), others(5), others(6)]));
    expect([at(), table.resting, table.free]).toEqual([6, true, true]);
    expect(table.view).toMatchObject({ must_act: true, legal: LEGAL, offer });
    socket.say(view([others(7), others(8)], { legal: [...LEGAL, ...LEGAL] }));
    expect([at(), table.resting], "unless there is another question now").toEqual([7, false]);
    vi.advanceTimersByTime(4000);
    expect(table.view.offer).toBe(58);
    socket.say(view([full(9), full(10)], { legal: [...LEGAL, ...LEGAL] }));
    expect(table.view.offer, "or oneself has moved").toBe(60);
  });
  it.each([
    ["the page is out of sight", () => (page.hidden = true)],
    ["the system asks for less motion", () => (page.reduced = true)],
    ["the reader asks for less motion", () => (settings.lessMotion = true)],
  ])("but not if %s", (_, wish) => {
    opened(3);
    wish();
    socket.say(view([full(4), full(5), full(6)]));
    expect([at(), table.resting, numbers(table.fresh)]).toEqual([6, true, [4, 5, 6]]);
  });
  it("except what a slow page got without pictures: those are lines of the journal", () => {
    opened(3);
    socket.say(view([line(4), full(5), line(6), full(7)]));
    expect([at(), numbers(table.view.journal), numbers(table.fresh)]).toEqual([5, [1, 2, 3, 4, 5], [4, 5]]);
    vi.advanceTimersByTime(700);
    expect([at(), numbers(table.view.journal), numbers(table.fresh)]).toEqual([7, [1, 2, 3, 4, 5, 6, 7], [6, 7]]);
  });
  it("in 6 seconds at most, and the end of a game in 9", () => {
    const many = (from: number): Moment[] => Array.from({ length: 41 }, (_, i) => full(from + i, "answer"));
    opened(3);
    socket.say(view(many(4)));
    vi.advanceTimersByTime(5999);
    expect(table.resting).toBe(false);
    vi.advanceTimersByTime(1);
    expect(table.resting).toBe(true);
    socket.say(view(many(45), { places: [1, 2], legal: [] }));
    expect(table.view.over, "nobody has won before it has been shown").toBe(false);
    vi.advanceTimersByTime(8999);
    expect(table.resting).toBe(false);
    vi.advanceTimersByTime(1);
    expect(table.view).toMatchObject({ over: true, places: [1, 2] });
  });
  it("also to who watches, whose eyes see everything at the end: the end is not known before it is shown", () => {
    opened(3, { eye: "audience", legal: [] });
    const end: Partial<ViewMessage> = { eye: "all", places: [1, 2], legal: [], printed: {} };
    socket.say(view([line(1, "shown"), line(2, "shown"), line(3, "shown"), full(4), full(5), full(6)], end));
    expect([at(), table.resting, table.view.over, table.view.journal[0]?.text]).toEqual([4, false, false, "shown 1"]);
    vi.advanceTimersByTime(1400);
    expect([at(), table.view.over, numbers(table.fresh)]).toEqual([6, true, [6]]);
  });
  it("and a message without moments does not end it", () => {
    opened(3);
    socket.say(view([full(4), full(5)], { turn: 55 }));
    socket.say(view([], { turn: 56, legal: [] }));
    expect([at(), table.resting, table.newest?.legal]).toEqual([4, false, []]);
    vi.runAllTimers();
    expect([at(), table.free]).toEqual([5, false]);
  });
});

describe("a take-back", () => {
  it("is seen at once, and the next moves are news", () => {
    opened(5);
    socket.say(view([full(3)], { turn: 90 }));
    expect([at(), numbers(table.view.journal), table.fresh]).toEqual([3, [1, 2, 3], []]);
    socket.say(view([full(4, "other"), full(5, "other")], { turn: 92 }));
    expect([at(), table.resting, table.fresh[0]?.text]).toEqual([4, false, "other 4"]);
    vi.runAllTimers();
    expect(table.view.journal.map(({ text }) => text)).toEqual(["roll 1", "roll 2", "roll 3", "other 4", "other 5"]);
  });
  it("and other moves may come in one message", () => {
    opened(5);
    page.hidden = true;
    socket.say(view([full(4, "other"), full(5, "other")], { turn: 92 }));
    expect(table.fresh.map(({ text }) => text)).toEqual(["other 4", "other 5"]);
  });
  it("in the middle of a show ends the show", () => {
    opened(3);
    socket.say(view([full(4), full(5), full(6)]));
    vi.advanceTimersByTime(700);
    socket.say(view([full(4)], { turn: 90 }));
    expect([at(), table.resting, numbers(table.view.journal), table.fresh]).toEqual([4, true, [1, 2, 3, 4], []]);
    vi.runAllTimers();
    expect(at()).toBe(4);
  });
});

describe("help", () => {
  const help = (shown: number, level: "referee" | "teacher" = "referee") => ({ help: { level, shown } });
  it("comes with the view, and never runs ahead of the picture", () => {
    opened(3, help(3));
    expect(table.helped).toEqual({ level: "referee", shown: 3, turn: 53 });
    socket.say(view([full(4), full(5)], help(5)));
    expect([at(), table.helped?.shown]).toEqual([4, 3]);
    vi.runAllTimers();
    expect([at(), table.helped]).toEqual([5, { level: "referee", shown: 5, turn: 55 }]);
  });
  it("at another level comes without a moment, and shows only at its level", () => {
    opened(3, help(3));
    socket.say(room("teacher"));
    expect(table.helped).toBeNull();
    socket.say(view([], { turn: 53, ...help(33, "teacher") }));
    expect([at(), table.helped?.shown]).toEqual([3, 33]);
  });
  it("of a view without any is none", () => {
    opened(3, help(3));
    socket.say(view([full(4)]));
    expect(table.helped).toBeNull();
  });
});

describe("a lost connection", () => {
  it("in the middle of a show changes nothing, and what comes back replaces what was held", () => {
    opened(3);
    socket.say(view([full(4), full(5), full(6)]));
    socket.drop();
    expect([at(), table.state, table.free]).toEqual([4, "lost", false]);
    vi.advanceTimersByTime(700);
    expect([at(), table.resting]).toEqual([5, false]);
    vi.advanceTimersByTime(800);
    expect([at(), table.resting, table.free]).toEqual([6, true, false]);
    socket = FakeSocket.last;
    socket.accept();
    expect(socket.sent).toEqual([{ type: "hello", language: "en", motion: true }]);
    socket.say(room());
    socket.say(whole(8));
    expect([at(), table.resting, table.free, table.state]).toEqual([8, true, true, "open"]);
    expect([numbers(table.view.journal), numbers(table.fresh)]).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [7, 8],
    ]);
    expect(table.away, "a short loss is not worth a word").toBeNull();
  });
  it("that was short cuts a show short too", () => {
    opened(3);
    const late = Array.from({ length: 20 }, (_, i) => full(4 + i));
    socket.say(view(late));
    socket.drop();
    vi.advanceTimersByTime(1000);
    expect(table.resting).toBe(false);
    FakeSocket.last.accept();
    FakeSocket.last.say(view([...late, full(24), full(25)], { printed: {} }));
    expect([at(), table.resting]).toEqual([25, true]);
  });
  it("that was long tells how many moves of others there were meanwhile", () => {
    opened(4);
    socket.drop();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(2000);
    FakeSocket.last.accept();
    FakeSocket.last.say(whole(9));
    expect([table.away, table.view.since]).toEqual([3, 8]); // 5, 7 and 9; the even ones are mine
  });
  it("answers what is still asked with nothing", async () => {
    opened(3);
    const [tried, why] = [table.tryOut([0]), table.why({})];
    socket.drop();
    expect([await tried, await why]).toEqual([null, []]);
    expect(await table.tryOut([0])).toBeNull();
  });
});

describe("messages", () => {
  it("of an unknown kind are ignored: the server may be newer than the page", () => {
    opened(3);
    socket.say({ type: "weather" } as unknown as Outgoing);
    socket.say({ type: "pong", id: null });
    expect([at(), table.state]).toEqual([3, "open"]);
  });
  it("room: a new name is in the view at once, and chat leaves the view as it is", () => {
    opened(3);
    const before = table.view;
    socket.say(room());
    expect(table.view).toBe(before);
    socket.say(room(null, ["Anna", ""]));
    expect(table.view.names).toEqual(["Anna", "2"]);
  });
  it("room: what it says while a game runs is read by everyone; what people chat is not", () => {
    const said = (...texts: string[]) => texts.map((text) => ({ name: text === "hi" ? "Ben" : null, text }));
    const told = (...texts: string[]) => socket.say({ ...room(), lines: said(...texts) as Room["lines"] });
    socket.accept();
    told("Ben sits down.");
    expect(table.sentence).toBe("");
    told("Ben sits down.", "hi");
    expect(table.sentence).toBe("");
    told("Ben sits down.", "hi", "Ben is away.", "hi");
    expect(table.sentence).toBe("Ben is away.");
  });
  it("tried: what would be, composed on what is held, and nothing of it is kept", async () => {
    opened(3);
    const trying = table.tryOut([0], true);
    expect(socket.sent.at(-1)).toEqual({ type: "try", id: 1, turn: 53, try: [0], help: true });
    const help = { level: "teacher" as const, shown: { best: 1 } };
    socket.say({ type: "tried", id: 1, try: [0], view: view([full(4, "keep")], { turn: 53, legal: [], help }) });
    const outcome = await trying;
    expect(outcome).toMatchObject({ picture: { board: "round", at: 4 }, legal: [], shown: { best: 1 }, turn: 53 });
    expect(outcome?.journal.map(({ text }) => text)).toEqual(["roll 1", "roll 2", "roll 3", "keep 4"]);
    expect([at(), numbers(table.view.journal)]).toEqual([3, [1, 2, 3]]);
  });
  it("because: the proof", async () => {
    opened(3);
    const why = table.why({ colour: "blue" });
    socket.say({ type: "because", id: 1, lines: ["so"] });
    expect(await why).toEqual(["so"]);
  });
  it("notes: not over what has not been saved yet", () => {
    opened(3);
    socket.say({ type: "notes", seat: 0, marks: "old" });
    expect(table.marks).toBe("old");
    socket.drop();
    table.note("mine");
    vi.advanceTimersByTime(1000);
    FakeSocket.last.say({ type: "notes", seat: 0, marks: "old" });
    expect(table.marks).toBe("mine");
  });
  it("room: the person who looked has moved, and nothing of theirs stays, nor comes back with the line", () => {
    table.close();
    table = new Table("abc", 2);
    socket = FakeSocket.last;
    opened(3);
    socket.say({ type: "notes", seat: 0, marks: "mine" });
    const told = room();
    socket.say({ ...told, you: { ...told.you, seat: null, person: null } });
    expect([table.laid, table.person, table.marks, table.helped]).toEqual([true, null, null, null]);
    const lines = [1, 2, 3].map((n) => line(n));
    const tail = { printed: {}, eye: "audience" as const, legal: [] };
    socket.say(view([...lines, full(4), full(5)], tail));
    expect([table.view.eye, at(), table.resting], "move by move").toEqual(["audience", 4, false]);
    table.finish();
    expect([at(), table.resting]).toEqual([5, true]);
    socket.drop();
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.last.address).toBe("wss://tepui.example/api/rooms/abc/socket");
  });
  it("link: the private address of a seat", () => {
    const link = { type: "link" as const, id: null, seat: 1, link: "/d/x", qr: "" };
    socket.say(link);
    expect(table.deviceLink).toEqual(link);
  });
  it("refused: the sentence is shown, and one may press again", async () => {
    opened(3);
    table.pick(0);
    expect([table.free, socket.sent.at(-1)]).toEqual([false, { type: "pick", turn: 53, pick: 0 }]);
    table.pick(0);
    expect(
      socket.sent.filter(({ type }) => type === "pick"),
      "never twice",
    ).toHaveLength(1);
    socket.say({ type: "refused", id: null, sentence: "No.", why: "illegal" });
    expect([table.free, table.sentence]).toEqual([true, "No."]);
    const tried = table.tryOut([7]);
    socket.say({ type: "refused", id: 1, sentence: "No such pick.", why: "illegal" });
    expect(await tried).toBeNull();
  });
  it("view: after a pick nothing can be pressed until the next moment is here", () => {
    opened(3);
    table.pick(0);
    socket.say(view([], { turn: 53, help: { level: "referee", shown: 1 } }));
    expect(table.free, "help alone is no answer to a pick").toBe(false);
    socket.say(view([full(4)]));
    expect(table.free).toBe(true);
  });
  it("gone: the page says why and does not come back", () => {
    opened(3);
    const sockets = FakeSocket.all.length;
    socket.say({ type: "gone", sentence: "Bye." });
    expect([table.state, table.sentence, socket.readyState]).toEqual(["gone", "Bye.", FakeSocket.CLOSED]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(sockets);
  });
});
