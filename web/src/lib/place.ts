// Which page an address names.

export type Place =
  | { page: "home" }
  | { page: "table"; room: string; screen: boolean }
  | { page: "replay"; room: string }
  | { page: "sheet"; game: string }
  | { page: "lesson"; game: string }
  | { page: "preview" };

export function placeOf(path: string, hash: string): Place {
  const room = /^\/t\/([\w-]+)/.exec(path)?.[1];
  const game = /^\/sheet\/([\w-]+)/.exec(path)?.[1];
  if (hash.startsWith("#preview")) return { page: "preview" };
  if (room)
    return hash.startsWith("#replay")
      ? { page: "replay", room }
      : { page: "table", room, screen: hash.startsWith("#screen") };
  const lesson = /^\/learn\/([\w-]+)/.exec(path)?.[1];
  if (lesson) return { page: "lesson", game: lesson };
  return game ? { page: "sheet", game } : { page: "home" };
}
