// What a person has set, kept on this device.
import { EMBLEMS, type Tint, type Emblem } from "../art/icons";
import { fromBrowser, LANGUAGES, words, type Language } from "../words/words.svelte";

const isEmblem = (one: unknown): one is Emblem => typeof one === "string" && one in EMBLEMS;
const isColour = (one: unknown): one is Tint => Object.values(EMBLEMS).includes(one as Tint);
export type Theme = "auto" | "light" | "dark";
const KEPT = "tepui.settings";

class Settings {
  theme = $state<Theme>("auto");
  sounds = $state(false);
  asked = $state(false); // whether there may be sounds
  lessMotion = $state(false);
  buzz = $state(true);
  shortcuts = $state(true); // single letters and digits that move
  notify = $state(false);
  pace = $state(900);
  coached = $state<string[]>([]);
  language = $state<Language | null>(null);
  piece = $state.raw<{ emblem?: Emblem; colour?: Tint }>({}); // the wish at the next table

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
    this.asked = kept["asked"] === true || this.sounds;
    this.lessMotion = kept["lessMotion"] === true;
    this.buzz = kept["buzz"] !== false;
    this.shortcuts = kept["shortcuts"] !== false;
    this.notify = kept["notify"] === true;
    if (typeof kept["pace"] === "number") this.pace = kept["pace"];
    if (Array.isArray(kept["coached"])) this.coached = kept["coached"].filter((one) => typeof one === "string");
    const { emblem, colour } = (kept["piece"] ?? {}) as Record<string, unknown>;
    if (isEmblem(emblem) && isColour(colour)) this.piece = { emblem, colour };
    this.language = LANGUAGES.find((one) => one === kept["language"]) ?? null;
  }

  keep(): void {
    const { theme, sounds, asked, lessMotion, buzz, shortcuts, notify, pace, coached, language, piece } = this;
    try {
      const all = { theme, sounds, asked, lessMotion, buzz, shortcuts, notify, pace, coached, language, piece };
      localStorage.setItem(KEPT, JSON.stringify(all));
    } catch {
      // see above
    }
    this.show();
  }

  set(wish: { theme?: Theme; pace?: number }): void {
    Object.assign(this, wish);
    this.keep();
  }

  /** The one question about sounds, answered. */
  sound(wanted: boolean): void {
    [this.sounds, this.asked] = [wanted, true];
    this.keep();
  }

  wish(emblem: Emblem, colour: Tint): void {
    this.piece = { emblem, colour };
    this.keep();
  }

  show(): void {
    const root = document.documentElement;
    const night =
      this.theme === "dark" || (this.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset["theme"] = night ? "dark" : "light";
    if (this.lessMotion) root.dataset["motion"] = "less";
    else delete root.dataset["motion"];
  }

  get spoken(): Language {
    return this.language ?? fromBrowser(navigator.languages);
  }

  async begin(): Promise<void> {
    this.show();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    await words.speak(this.spoken);
  }

  async speak(language: Language): Promise<void> {
    await words.speak(language); // first: what does not come is not chosen
    this.language = language;
    this.keep();
  }
}

export const settings = new Settings();
