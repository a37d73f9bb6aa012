// What a person has set, kept on this device.
import { fromBrowser, LANGUAGES, words, type Language } from "./words.svelte";

export type Theme = "auto" | "light" | "dark";
const KEPT = "tepui.settings";

class Settings {
  theme = $state<Theme>("auto");
  sounds = $state(false);
  lessMotion = $state(false);
  buzz = $state(true);
  notify = $state(false);
  pace = $state(900);
  coached = $state<string[]>([]);
  language = $state<Language | null>(null);

  constructor() {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      if (typeof kept === "object" && kept) this.take(kept as Record<string, unknown>);
    } catch {
      // a private window keeps nothing: the defaults serve
    }
  }

  private take(kept: Record<string, unknown>): void {
    if (kept["theme"] === "light" || kept["theme"] === "dark") this.theme = kept["theme"];
    this.sounds = kept["sounds"] === true;
    this.lessMotion = kept["lessMotion"] === true;
    this.buzz = kept["buzz"] !== false;
    this.notify = kept["notify"] === true;
    if (typeof kept["pace"] === "number") this.pace = kept["pace"];
    if (Array.isArray(kept["coached"])) this.coached = kept["coached"].filter((one) => typeof one === "string");
    this.language = LANGUAGES.find((one) => one === kept["language"]) ?? null;
  }

  keep(): void {
    const { theme, sounds, lessMotion, buzz, notify, pace, coached, language } = this;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ theme, sounds, lessMotion, buzz, notify, pace, coached, language }));
    } catch {
      // see above
    }
    this.show();
  }

  show(): void {
    const root = document.documentElement;
    const night =
      this.theme === "dark" || (this.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset["theme"] = night ? "dark" : "light";
    if (this.lessMotion) root.dataset["motion"] = "less";
    else delete root.dataset["motion"];
  }

  async begin(): Promise<void> {
    this.show();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    await words.speak(this.language ?? fromBrowser(navigator.languages));
  }

  async speak(language: Language): Promise<void> {
    this.language = language;
    this.keep();
    await words.speak(language);
  }
}

export const settings = new Settings();
