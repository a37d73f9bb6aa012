// How strong bots are: five levels that mean the same in every game, finer rungs between them, and other bots.
import { recall, remember } from "../app/storage";
import { t, tOr } from "../words/words.svelte";

export const LEVELS = ["beginner", "casual", "regular", "expert", "master"] as const;
export type BotLevel = (typeof LEVELS)[number];

/** The level that a rung belongs to: "casual+" is a casual one. Null: a bot without a level. */
export const levelOf = (bot: string | null | undefined): BotLevel | null =>
  LEVELS.find((level) => level === bot?.replace(/\++$/, "")) ?? null;

/** Its strength in words: "casual, a little stronger". */
export function botTitle(bot: string | null | undefined): string {
  const level = levelOf(bot);
  if (!bot || !level) return tOr(`bot.${bot}`, bot ?? "");
  const finer = bot.length - level.length;
  const name = t(`bot.${level}`);
  return finer === 0 ? name : t(finer === 1 ? "bot_stronger" : "bot_stronger_still", { level: name });
}

/** The rung so many steps harder (easier, if negative); null: there is none. */
export function beside(bots: readonly string[], bot: string | null | undefined, steps: number): string | null {
  const rungs = bots.filter(levelOf);
  const at = rungs.indexOf(bot ?? "");
  return at < 0 ? null : (rungs[at + steps] ?? null);
}

const usual = (bots: readonly string[], level: BotLevel): string =>
  bots.find((one) => one === level) ?? bots.find((one) => one !== "random") ?? "random";
/** Who fills a seat among people. */
export const friend = (bots: readonly string[]): string => usual(bots, "casual");
/** Whom "Play now" seats: the weakest level, until somebody at this device has taken an offer of another. */
export function gentle(game: string, bots: readonly string[]): string {
  const kept = recall(`rung.${game}`);
  return kept !== null && levelOf(kept) && bots.includes(kept) ? kept : usual(bots, "beginner");
}
export const keepRung = (game: string, bot: string): void => remember(`rung.${game}`, bot);
