// The installed games as the house shows them: ours first, in their order, and what a card says about each.
import * as ask from "../../net/http";
import { route } from "../../app/router.svelte";
import { keptLine } from "../../app/storage";
import { settings } from "../../app/settings.svelte";
import type { GameInfo, NewRoom, RoomLink } from "../../net/wire";
import { t } from "../../words/words.svelte";

const ORDER = ["lost-code", "roll-and-write", "kryptx"];
const rank = (game: string): number => (ORDER.indexOf(game) + ORDER.length + 1) % (ORDER.length + 1);

export const catalogue = async (language: string): Promise<GameInfo[]> =>
  [...(await ask.games(language))].sort((a, b) => rank(a.game) - rank(b.game));

/** In UTC, as the server has it. */
export const today = (): string => new Date().toISOString().slice(0, 10);

export const seatsOf = ({ seats }: GameInfo): string =>
  seats.length > 1 ? `${seats[0]}–${seats[seats.length - 1]}` : `${seats[0]}`;

export const timesOf = ({ alone, minutes }: GameInfo): string =>
  alone < minutes ? t("times", { alone: String(alone), n: String(minutes) }) : t("minutes", { n: String(minutes) });

/** A first game for whoever has not played it; who has begun it goes on there. */
export const lessonOffer = ({ game, lessons }: GameInfo): string =>
  keptLine(game).length
    ? t("lesson.go_on", { n: String(keptLine(game).length + 1) })
    : t("lesson.offer", { n: String(lessons[0]!.minutes) });

/** Goes where this leads. */
export async function go(make: () => Promise<RoomLink>): Promise<void> {
  const { room, link } = await make();
  route.go(room ? `/t/${room}` : new URL(link).pathname); // an evening has a code, too
}
export const play = (game: GameInfo, how: Partial<NewRoom> = {}): Promise<void> =>
  go(() => ask.newRoom({ ...ask.withBots(game, settings.pace), ...how }));
