// Which page an address names.

export type Place =
  | { page: "home" }
  | { page: "table"; room: string; screen: boolean }
  | { page: "replay" | "review"; room: string }
  | { page: "sheet" | "print"; game: string }
  | { page: "puzzle"; game: string; date: string }
  | { page: "puzzles"; room: string }
  | { page: "daily"; game: string; date: string }
  | { page: "evening"; code: string }
  | { page: "history" | "statistics" }
  | { page: "lesson" | "companion"; game: string }
  | { page: "preview" };

export function placeOf(path: string, hash: string): Place {
  const room = /^\/t\/([\w-]+)/.exec(path)?.[1];
  const [, page, game] = /^\/(sheet|print)\/([\w-]+)/.exec(path) ?? [];
  if (hash.startsWith("#preview")) return { page: "preview" };
  if (room && hash.startsWith("#replay")) return { page: "replay", room };
  if (room && hash.startsWith("#review")) return { page: "review", room };
  if (room && hash.startsWith("#puzzles")) return { page: "puzzles", room };
  if (room) return { page: "table", room, screen: hash.startsWith("#screen") };
  if (path === "/history" || path === "/statistics") return { page: path === "/history" ? "history" : "statistics" };
  const lesson = /^\/learn\/([\w-]+)/.exec(path)?.[1];
  if (lesson) return { page: "lesson", game: lesson };
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
