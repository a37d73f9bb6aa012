// Which page an address names, and where that page is: the only list of pages.
import type { Component } from "svelte";
import { words } from "../words/words.svelte";

export type Place =
  | { page: "home" }
  | { page: "today" | "box" | "you" }
  | { page: "table"; id: string; screen: boolean }
  | { page: "replay" | "review" | "puzzles" | "what-if"; id: string }
  | { page: "sheet" | "print"; game: string }
  | { page: "puzzle" | "daily"; game: string; date: string }
  | { page: "evening"; code: string }
  | { page: "history" | "statistics" }
  | { page: "game" | "companion"; game: string }
  | { page: "lesson"; game: string; name: string }
  | { page: "design" };

export function placeOf(path: string, hash: string): Place {
  const id = /^\/t\/([\w-]+)/.exec(path)?.[1];
  const [, page, game] = /^\/(sheet|print)\/([\w-]+)/.exec(path) ?? [];
  if (import.meta.env.DEV && path === "/design") return { page: "design" };
  if (id && hash.startsWith("#replay")) return { page: "replay", id };
  if (id && hash.startsWith("#what-if")) return { page: "what-if", id };
  if (id && hash.startsWith("#review")) return { page: "review", id };
  if (id && hash.startsWith("#puzzles")) return { page: "puzzles", id };
  if (id) return { page: "table", id, screen: hash.startsWith("#screen") };
  const room = /^\/(history|statistics|today|box|you)$/.exec(path)?.[1];
  if (room) return { page: room as "history" | "statistics" | "today" | "box" | "you" };
  const own = /^\/game\/([\w-]+)/.exec(path)?.[1];
  if (own) return { page: "game", game: own };
  const lesson = /^\/learn\/([\w-]+)/.exec(path)?.[1];
  if (lesson) return { page: "lesson", game: lesson, name: /^#(\w[\w-]*)/.exec(hash)?.[1] ?? "" };
  const [, puzzle, date] = /^\/puzzle\/([\w-]+)(?:\/([\w-]+))?/.exec(path) ?? [];
  if (puzzle) return { page: "puzzle", game: puzzle, date: date ?? "" };
  const [, daily, day] = /^\/daily\/([\w-]+)(?:\/([\w-]+))?/.exec(path) ?? [];
  if (daily) return { page: "daily", game: daily, date: day ?? "" };
  const evening = /^\/evening\/([\w-]+)/.exec(path)?.[1];
  if (evening) return { page: "evening", code: evening };
  const beside = /^\/companion\/([\w-]+)/.exec(path)?.[1];
  if (beside) return { page: "companion", game: beside };
  return game ? { page: page as "sheet" | "print", game } : { page: "home" };
}

/** Pages for whoever works on the front end are not built. */
const nowhere = (): Promise<never> => Promise.reject(new Error("only in development"));
type Opened = { default: Component<Record<string, unknown>> };
/** Everything but the home page is fetched when it is needed; a page gets what its address says. */
const PAGES: Record<Exclude<Place["page"], "home">, () => Promise<unknown>> = {
  today: () => import("../features/home/TodayRoom.svelte"),
  box: () => import("../features/home/BoxRoom.svelte"),
  you: () => import("../features/home/YouRoom.svelte"),
  game: () => import("../features/home/GamePage.svelte"),
  table: () => import("../features/room/Room.svelte"),
  replay: () => import("../features/replay/Replay.svelte"),
  review: () => import("../features/review/Review.svelte"),
  "what-if": () => import("../features/what-if/WhatIf.svelte"),
  puzzles: () => import("../features/puzzles/OwnPuzzles.svelte"),
  puzzle: () => import("../features/puzzles/DailyPuzzle.svelte"),
  daily: () => import("../features/together/Daily.svelte"),
  evening: () => import("../features/together/Evening.svelte"),
  history: () => import("../features/history/History.svelte"),
  statistics: () => import("../features/history/Statistics.svelte"),
  lesson: () => import("../features/lessons/Lesson.svelte"),
  companion: () => import("../features/with-the-box/WithTheBox.svelte"),
  sheet: () => import("../features/own-numbers/OwnNumbers.svelte"),
  print: () => import("../features/print/PrintSheets.svelte"),
  design: import.meta.env.DEV ? () => import("./Design.svelte") : nowhere,
};

export async function pageOf(place: Exclude<Place, { page: "home" }>): Promise<Opened["default"]> {
  const speaks = place.page === "sheet" || place.page === "print" ? [place.game, "generic"] : [];
  const [found] = await Promise.all([PAGES[place.page](), words.whole(), ...speaks.map((game) => words.learn(game))]);
  return (found as Opened).default;
}
