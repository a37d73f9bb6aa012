// The deal is read back in the picture: which entry has put this stone or card there?
import { jotted, type Line } from "./saved";

type Picture = { colours?: readonly string[]; players?: readonly { stands: readonly { letter: string }[] }[] };

/** The line of the entry behind `logs.1.numbers.2` or `players.0.stands.1`; -1: none. */
export function entryOf(thing: string, picture: unknown, lines: readonly Line[]): number {
  const { colours, players } = picture as Picture;
  const [, log, colour] = /^logs\.(\d+)\.numbers\.(\d+)/.exec(thing) ?? [];
  const [, player, stand] = /^players\.(\d+)\.stands\.(\d+)/.exec(thing) ?? [];
  const wanted: Record<string, unknown> | null = log
    ? { do: "deal", log: Number(log), colour: colours?.[Number(colour)] }
    : player
      ? { do: "deal", stand: players?.[Number(player)]?.stands[Number(stand)]?.letter }
      : null;
  return lines.findIndex((line) => {
    const action = jotted(line) ? {} : (line.action as Record<string, unknown>);
    return wanted !== null && Object.keys(wanted).every((key) => action[key] === wanted[key]);
  });
}
