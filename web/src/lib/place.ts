// Which page an address names.

export type Place =
  | { page: "home" }
  | { page: "table"; room: string; screen: boolean }
  | { page: "replay"; room: string }
  | { page: "sheet" | "print"; game: string }
  | { page: "lesson"; game: string }
  | { page: "preview" };

export function placeOf(path: string, hash: string): Place {
  const room = /^\/t\/([\w-]+)/.exec(path)?.[1];
  const [, page, game] = /^\/(sheet|print)\/([\w-]+)/.exec(path) ?? [];
  if (hash.startsWith("#preview")) return { page: "preview" };
  if (room)
    return hash.startsWith("#replay")
      ? { page: "replay", room }
      : { page: "table", room, screen: hash.startsWith("#screen") };
  const lesson = /^\/learn\/([\w-]+)/.exec(path)?.[1];
  if (lesson) return { page: "lesson", game: lesson };
  return game ? { page: page as "sheet" | "print", game } : { page: "home" };
}
