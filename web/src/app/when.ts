// A day and an hour, as the reader's language writes them; English is British here.
import { words } from "../words/words.svelte";

export function written(at: number | Date, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(words.language === "en" ? "en-GB" : words.language, how).format(at);
}

export function when(seconds: number): string {
  return written(seconds * 1000, { dateStyle: "medium", timeStyle: "short" });
}
