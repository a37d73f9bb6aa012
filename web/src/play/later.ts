// How much later watchers see everything, in words.
import { t } from "../words/words.svelte";

export function later(seconds: number): string {
  if (!seconds) return t("delay.none");
  return seconds < 60 ? t("delay.seconds", { n: `${seconds}` }) : t("delay.minutes", { n: `${seconds / 60}` });
}
