// A day and an hour, as the reader's language writes them; English is British here.
import { words } from "./words.svelte";

export function when(seconds: number): string {
  const language = words.language === "en" ? "en-GB" : words.language;
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}
