import { FakeSocket } from "./fake-page"; // first: the module below looks for a page
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
it("sends nothing without a connection, and says so", () => {
  expect(connection.send({ type: "ping" })).toBe(false);
  FakeSocket.last.accept();
  expect(connection.send({ type: "ping" })).toBe(true);
});
it("takes a socket that answers no ping for dead, but not one that answers", () => {
  FakeSocket.last.accept();
  for (let i = 0; i < 9; i++) {
    vi.advanceTimersByTime(20_000);
    FakeSocket.last.say({ type: "pong", id: null });
  }
  expect([connection.up, FakeSocket.last.sent.length]).toEqual([true, 9]);
  vi.advanceTimersByTime(60_000);
  expect(connection.up).toBe(false);
  expect(events.at(-1)).toBe("lost");
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
