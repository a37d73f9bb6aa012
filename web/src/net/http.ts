// Questions to the server over HTTP: who am I, which games, a new table.
import { gentle } from "../play/bots";
import { settings } from "../app/settings.svelte";
import { line } from "./line";
import type {
  BotSaid,
  DailyTable,
  Evening,
  EveningAct,
  Device,
  DeviceLink,
  CompanionAsked,
  CompanionProof,
  CompanionReview,
  CompanionState,
  GameInfo,
  History,
  HowToPlay,
  LessonAnswer,
  LessonStep,
  Me,
  NewEvening,
  NewRoom,
  OwnParts,
  OwnPuzzles,
  PartsRead,
  PushKey,
  PushOff,
  PushOn,
  PuzzleAsked,
  PuzzleTold,
  PuzzleTry,
  Replay,
  Review,
  RoomLink,
  RoomSummary,
  Statistics,
  VacationTaken,
  WhatIfAsked,
  WhatIfShown,
  Weighed,
} from "./wire";

/** The server's own sentence, ready to be shown. */
export class Said extends Error {}

/** The signal that ends the question which is asked in this very moment, if whoever asks has one. */
let ending: AbortSignal | null = null;
/** Questions that `ask` puts at once are given up with this signal. */
export function under<T>(signal: AbortSignal, ask: () => T): T {
  ending = signal;
  try {
    return ask();
  } finally {
    ending = null;
  }
}

async function ask<T>(method: string, path: string, body?: unknown, patience?: number): Promise<T> {
  const answer = await answered(method, path, body, patience);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}
async function answered(method: string, path: string, body?: unknown, patience?: number): Promise<Response> {
  const init: RequestInit = { method, headers: body === undefined ? {} : { "Content-Type": "application/json" } };
  init.signal = patience === undefined ? ending : AbortSignal.timeout(patience);
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await line.fetch(path, init);
  if (answer.ok) return answer;
  const trouble = (await answer.json().catch(() => null)) as { sentence?: string } | null;
  throw new Said(trouble?.sentence ?? "");
}

const lists = new Map<string, Promise<GameInfo[]>>();
/** The list of games does not change while a page is open: it is fetched once for each language. */
export function games(language: string): Promise<GameInfo[]> {
  const list = lists.get(language) ?? ask<GameInfo[]>("GET", `/api/games?language=${language}`, undefined, 60_000);
  lists.set(language, list);
  list.catch(() => lists.delete(language));
  return list;
}
export const bringsBoard = (game: string): Promise<boolean> => ask("GET", `/api/games/${game}/board`);
export const howToPlay = (game: string, language: string): Promise<HowToPlay> =>
  ask("GET", `/api/games/${game}/rules?language=${language}`);
export async function record(room: string): Promise<string> {
  return (await answered("GET", `/api/rooms/${room}/record`)).text();
}
export const lobby = (): Promise<RoomSummary[]> => ask("GET", "/api/lobby");
export const mine = (): Promise<RoomSummary[]> => ask("GET", "/api/mine");
export const holiday = (days: number): Promise<VacationTaken> => ask("POST", "/api/holiday", { days });
export const pushKey = (): Promise<PushKey> => ask("GET", "/api/push");
export const pushOn = (one: PushOn): Promise<PushOff> => ask("POST", "/api/push", one);
export const pushOff = (endpoint: string): Promise<PushOff> => ask("DELETE", "/api/push", { endpoint });
export const me = (): Promise<Me> => ask("GET", "/api/me");
export const rename = (name: string): Promise<Me> => ask("POST", "/api/me", { name });
export const forget = (): Promise<void> => ask("DELETE", "/api/me");
export const history = (game: string, before: string): Promise<History> =>
  ask("GET", `/api/history?game=${game}&before=${before}`);
export const deleteHistory = (): Promise<void> => ask("DELETE", "/api/history");
export const statistics = (person: number, language: string): Promise<Statistics> =>
  ask("GET", `/api/statistics?person=${person}&language=${language}`);
export const devices = (): Promise<Device[]> => ask("GET", "/api/devices");
export const deviceLink = (): Promise<DeviceLink> => ask("POST", "/api/devices/link", {});
export const removeDevice = (id: string): Promise<void> => ask("DELETE", `/api/devices/${id}`);
export const join = (code: string): Promise<RoomLink> => ask("POST", "/api/join", { code });
/** Two gentle bots and the gentle options: the first roll is on the table at once. */
export function withBots(game: GameInfo, pace: number): Partial<NewRoom> & { game: string } {
  const seats = game.seats.includes(3) ? 3 : game.seats[0]!;
  const bot = gentle(game.game, game.bots);
  const options: Record<string, boolean> = game.options.some((option) => option.name === "introductory")
    ? { introductory: true }
    : {};
  return { game: game.game, seats, options, bots: Array.from({ length: seats - 1 }, () => bot), start: true, pace };
}
export const newRoom = (room: Partial<NewRoom> & { game: string }): Promise<RoomLink> =>
  ask("POST", "/api/rooms", { ...settings.piece, ...room });
/** Where a learner stands in a lesson, after what they do there; nothing of it is kept by the server. */
export const lessonStep = (
  game: string,
  lesson: string,
  answer: Partial<LessonAnswer>,
  language: string,
): Promise<LessonStep> => ask("POST", `/api/games/${game}/lessons/${lesson}?language=${language}`, answer);
/** Where a finished game leads that is played on from one of its moments; nothing of it is kept by the server. */
export const whatIf = (room: string, seat: number, asked: WhatIfAsked, language: string): Promise<WhatIfShown> =>
  ask("POST", `/api/rooms/${room}/what-if?seat=${seat}&language=${language}`, asked);
/** Where a real table stands after everything that was entered; nothing of it is kept by the server.
 *  `patience`: after so many ms without an answer the connection counts as lost. */
export const companion = (
  game: string,
  asked: CompanionAsked,
  language: string,
  patience: number,
): Promise<CompanionState> => ask("POST", `/api/games/${game}/companion?language=${language}`, asked, patience);
export const companionWhy = (
  game: string,
  asked: CompanionAsked,
  language: string,
  patience: number,
): Promise<CompanionProof> => ask("POST", `/api/games/${game}/companion/why?language=${language}`, asked, patience);
export const companionReview = (game: string, asked: CompanionAsked, language: string): Promise<CompanionReview> =>
  ask("POST", `/api/games/${game}/companion/review?language=${language}`, asked);
export async function companionRecord(game: string, asked: CompanionAsked, language: string): Promise<string> {
  return (await answered("POST", `/api/games/${game}/companion/record?language=${language}`, asked)).text();
}
/** Reads printed numbers as a table would (null: the game's own).
 *  If they cannot be, the sentence names the line and the reason. */
export const parts = (game: string, text: string | null, language: string): Promise<PartsRead> =>
  ask("POST", `/api/games/${game}/parts?language=${language}`, { parts: text });
/** The game's own printed numbers, as a file. */
export const ownParts = (game: string): Promise<OwnParts> => ask("GET", `/api/games/${game}/parts`);
export const forgot = (room: string, language: string): Promise<BotSaid[]> =>
  ask("GET", `/api/rooms/${room}/forgot?language=${language}`);
export const weigh = async (room: string, person: number | null, language: string): Promise<string[]> =>
  (await ask<Weighed>("GET", `/api/rooms/${room}/weigh?language=${language}${person ? `&person=${person}` : ""}`))
    .lines;
export const review = (room: string, seat: string, person: number | null, language: string): Promise<Review> =>
  ask("GET", `/api/rooms/${room}/review?language=${language}&seat=${seat}${person ? `&person=${person}` : ""}`);
export const stopReview = (room: string): Promise<void> => ask("DELETE", `/api/rooms/${room}/review`);
export const replay = (room: string, query: string): Promise<Replay> =>
  ask("GET", `/api/rooms/${room}/replay${query}`, undefined, 60_000); // a piece that several moments wait for
/** The address of a puzzle: of a day ("" is today), or of a finished game. */
export const dayPath = (game: string, date: string): string =>
  `/api/games/${game}/puzzle?${new URLSearchParams(date ? { date } : {})}`;
export const ownPath = (room: string, seat: number, move: number, kind: string): string =>
  `/api/rooms/${room}/puzzle?${new URLSearchParams({ seat: String(seat), move: String(move), kind })}`;
export const puzzle = (path: string, language: string): Promise<PuzzleAsked> =>
  ask("GET", `${path}&language=${language}`);
export const answerPuzzle = (path: string, answer: Partial<PuzzleTry>, language: string): Promise<PuzzleTold> =>
  ask("POST", `${path}&language=${language}`, answer);
export const ownPuzzles = (room: string, seat: string, person: number | null, language: string): Promise<OwnPuzzles> =>
  ask("GET", `/api/rooms/${room}/puzzles?language=${language}&seat=${seat}${person ? `&person=${person}` : ""}`);
/** Today's table of every game; one day's table; this device's own of today. */
export const days = (): Promise<DailyTable[]> => ask("GET", "/api/daily");
export const daily = (game: string, date: string): Promise<DailyTable> =>
  ask("GET", `/api/daily/${game}${date ? `/${date}` : ""}`);
export const playDaily = (game: string): Promise<RoomLink> => ask("POST", `/api/daily/${game}`, {});
export const newEvening = (wanted: Partial<NewEvening> & { game: string }): Promise<RoomLink> =>
  ask("POST", "/api/evenings", wanted);
export const evening = (code: string): Promise<Evening> => ask("GET", `/api/evenings/${code}`);
export const atEvening = (code: string, act: Pick<EveningAct, "do"> & Partial<EveningAct>): Promise<Evening> =>
  ask("POST", `/api/evenings/${code}`, act);
