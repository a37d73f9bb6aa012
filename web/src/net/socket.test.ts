import { FakeSocket, page } from "../play/fake-page"; // first: the module below looks for a page
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, retryDelay } from "./socket";

let connection: Connection;
const events: string[] = [];
const handlers = {
  message: () => events.push("message"),
  open: () => events.push("open"),
  lost: () => events.push("lost"),
};

beforeEach(() => {
  vi.useFakeTimers();
  events.length = FakeSocket.all.length = 0;
  connection = new Connection("wss://tepui.example/", handlers);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

it("waits longer and longer before it reconnects, but never more than 15 seconds", () => {
  expect([0, 1, 2, 3, 4, 9].map(retryDelay)).toEqual([1, 2, 4, 8, 15, 15]);
});
it("reconnects until it succeeds, and then begins to count anew", () => {
  FakeSocket.last.drop();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.drop();
  vi.advanceTimersByTime(1999);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(1);
  FakeSocket.last.accept();
  FakeSocket.last.drop();
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(4);
  expect(events).toEqual(["lost", "lost", "open", "lost"]);
});
it("comes back at once to a table that is opened again", () => {
  FakeSocket.last.accept();
  FakeSocket.last.close(1012);
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(2);
});
it("sends nothing without a connection, and says so", () => {
  expect(connection.send({ type: "ping" })).toBe(false);
  FakeSocket.last.accept();
  expect(connection.send({ type: "ping" })).toBe(true);
});
it("asks only when nothing has come for a while, and takes a socket that does not answer for dead", () => {
  FakeSocket.last.accept();
  for (let i = 0; i < 9; i++) {
    vi.advanceTimersByTime(5000);
    FakeSocket.last.say({ type: "pong", id: null });
  }
  expect([connection.up, FakeSocket.last.sent.length]).toEqual([true, 9]);
  vi.advanceTimersByTime(4000);
  FakeSocket.last.say({ type: "pong", id: null });
  vi.advanceTimersByTime(4000);
  expect(FakeSocket.last.sent.length, "any message is a sign of life").toBe(9);
});
it("notices within ten seconds that the line has died, although nobody closes it", () => {
  const dead = FakeSocket.last;
  dead.accept();
  dead.close = () => undefined; // as a browser does: it waits for the other side to say good-bye too
  vi.advanceTimersByTime(8500);
  expect([events.at(-1), connection.up]).toEqual(["lost", false]);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  dead.say({ type: "pong", id: null });
  dead.drop();
  expect(events, "what the dead one still says is not heard").toEqual(["open", "lost"]);
});
it("asks a page that nobody sees less often", () => {
  FakeSocket.last.accept();
  page.hidden = true;
  FakeSocket.last.say({ type: "pong", id: null });
  vi.advanceTimersByTime(24_999);
  expect(FakeSocket.last.sent).toHaveLength(0);
  page.hidden = false;
});
it("does not come back after it was closed, by this page or for good by the server", () => {
  FakeSocket.last.accept();
  FakeSocket.last.close(4000);
  vi.advanceTimersByTime(60_000);
  const other = new Connection("wss://tepui.example/", handlers);
  other.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(events).toEqual(["open"]);
});
