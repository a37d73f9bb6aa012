// Questions to the server over HTTP: who am I, which games, a new table.
import type {
  GameInfo,
  HowToPlay,
  LessonAnswer,
  LessonStep,
  Me,
  NewRoom,
  PartsRead,
  Replay,
  RoomLink,
  RoomSummary,
} from "./wire";

/** The server's own sentence, ready to be shown. */
export class Said extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: body === undefined ? {} : { "Content-Type": "application/json" } };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(path, init);
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const trouble = (await answer.json().catch(() => null)) as { sentence?: string } | null;
  throw new Said(trouble?.sentence ?? "");
}

export const games = (language: string): Promise<GameInfo[]> => ask("GET", `/api/games?language=${language}`);
export const howToPlay = (game: string, language: string): Promise<HowToPlay> =>
  ask("GET", `/api/games/${game}/rules?language=${language}`);
export async function record(room: string): Promise<string> {
  const answer = await fetch(`/api/rooms/${room}/record`);
  if (!answer.ok)
    throw new Said(((await answer.json().catch(() => null)) as { sentence?: string } | null)?.sentence ?? "");
  return answer.text();
}
export const lobby = (): Promise<RoomSummary[]> => ask("GET", "/api/lobby");
export const mine = (): Promise<RoomSummary[]> => ask("GET", "/api/mine");
export const me = (): Promise<Me> => ask("GET", "/api/me");
export const rename = (name: string): Promise<Me> => ask("POST", "/api/me", { name });
export const forget = (): Promise<void> => ask("DELETE", "/api/me");
export const join = (code: string): Promise<RoomLink> => ask("POST", "/api/join", { code });
/** The bot that is asked first: it plays well, and not too well. */
export const friendly = (bots: readonly string[]): string =>
  bots.find((one) => one === "steady") ?? bots[0] ?? "random";
/** For somebody who plays for the first time. */
export const gentle = (bots: readonly string[]): string => bots.find((one) => one === "beginner") ?? friendly(bots);
/** Two friendly bots and the gentle options: the first roll is on the table at once. */
export function withBots(game: GameInfo, pace: number, bot = friendly(game.bots)): Partial<NewRoom> & { game: string } {
  const seats = game.seats.includes(3) ? 3 : game.seats[0]!;
  const options: Record<string, boolean> = game.options.some((option) => option.name === "introductory")
    ? { introductory: true }
    : {};
  return { game: game.game, seats, options, bots: Array.from({ length: seats - 1 }, () => bot), start: true, pace };
}
export const newRoom = (room: Partial<NewRoom> & { game: string }): Promise<RoomLink> =>
  ask("POST", "/api/rooms", room);
/** Where a learner stands in a lesson, after what they do there; nothing of it is kept by the server. */
export const lessonStep = (
  game: string,
  lesson: string,
  answer: Partial<LessonAnswer>,
  language: string,
): Promise<LessonStep> => ask("POST", `/api/games/${game}/lessons/${lesson}?language=${language}`, answer);
/** Reads printed numbers as a table would (null: the game's own).
 *  If they cannot be, the sentence names the line and the reason. */
export const parts = (game: string, text: string | null, language: string): Promise<PartsRead> =>
  ask("POST", `/api/games/${game}/parts?language=${language}`, { parts: text });
export const replay = (room: string, query: string): Promise<Replay> => ask("GET", `/api/rooms/${room}/replay${query}`);
