// The words of the page in the reader's language; switched without a reload.
import type en from "./en.json";

export const LANGUAGES = ["en", "fr", "it", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Record<string, string | number>;
type Texts = Record<string, string>;
type Whole = keyof typeof en & string;
/** A key of the platform's catalogue; "points" stands for "points.one" and "points.other". */
export type Key = Whole | Stem<Whole>;
type Stem<W> = W extends `${infer S}.one` ? S : never;

// What the home page says, and the rest (`tools/split-words.ts`).
const home = import.meta.glob<{ default: Texts }>("./*.json", { query: "?home" });
const rest = import.meta.glob<{ default: Texts }>("./*.json", { query: "?rest" });
const ofGames = import.meta.glob<{ default: Texts }>("../games/*/words/*.json");

export const OWN_NAMES: Record<Language, string> = { en: "English", fr: "Français", it: "Italiano", de: "Deutsch" };

class Words {
  language = $state<Language>("en");
  texts = $state.raw<Texts>({});
  games = $state.raw<Record<string, Texts>>({});
  private all = false; // the rest is there, too, or on its way
  readonly plural = $derived(new Intl.PluralRules(this.language));
  readonly list = $derived(new Intl.ListFormat(this.language, { type: "conjunction" }));

  /** Everything that is shown now, in another language; the old words stay until the new ones are there. */
  async speak(language: Language): Promise<void> {
    const games = Object.keys(this.games);
    const [texts, others, ...more] = await Promise.all([
      load(home, `./${language}.json`),
      this.all ? load(rest, `./${language}.json`) : {},
      ...games.map((game) => ofGame(game, language)),
    ]);
    this.texts = { ...texts, ...others };
    this.games = Object.fromEntries(games.map((game, i) => [game, more[i] ?? {}]));
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The rest of the platform's words: every page but the first needs some of them. */
  async whole(): Promise<void> {
    if (this.all) return this.coming;
    this.all = true;
    this.coming = load(rest, `./${this.language}.json`).then(
      (texts) => void (this.texts = { ...texts, ...this.texts }),
    );
    return this.coming;
  }
  private coming: Promise<void> = Promise.resolve();

  async learn(game: string): Promise<void> {
    if (game in this.games) return;
    const texts = await ofGame(game, this.language);
    this.games = { ...this.games, [game]: texts };
  }
}

async function load(from: Record<string, () => Promise<{ default: Texts }>>, path: string): Promise<Texts> {
  return (await from[path]?.())?.default ?? {};
}
function ofGame(game: string, language: Language): Promise<Texts> {
  return load(ofGames, `../games/${game}/words/${language}.json`);
}

export const words = new Words();

/** A text with its values put in; `n` chooses between ".one" and ".other". */
export function say(texts: Texts, plural: Intl.PluralRules, key: string, values: Values = {}): string {
  const n = values["n"];
  const counted =
    typeof n === "number" ? texts[`${key}.${plural.select(Math.abs(n)) === "one" ? "one" : "other"}`] : undefined;
  const text = counted ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

/** Minus is U+2212, as print wants it. */
export function number(n: number): string {
  return n < 0 ? `−${-n}` : `${n}`;
}
export function signed(n: number): string {
  return n > 0 ? `+${n}` : number(n);
}

/** A share of one as people read it: 61%, and in French and German 61 %. */
export function percent(share: number): string {
  const digits = share > 0 && share < 0.005 ? 1 : 0;
  return new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: digits }).format(share);
}

/** Points on average, with one digit and a sign as print has it. */
export function average(n: number): string {
  return new Intl.NumberFormat(words.language, { maximumFractionDigits: 1, signDisplay: "exceptZero" })
    .format(n)
    .replace("-", "−");
}

/** A figure with at most one digit after the point. */
export function decimal(n: number): string {
  return new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 }).format(n);
}

export function t(key: Key, values?: Values): string {
  return say(words.texts, words.plural, key, values);
}
/** For keys that are put together, like `colour.${colour}`; falls back to the given text. */
export function tOr(key: string, otherwise: string, values?: Values): string {
  return key in words.texts ? say(words.texts, words.plural, key, values) : otherwise;
}
/** A label and what it names: each language has its own colon. */
export function pair(a: string, b: string): string {
  return t("pair", { a, b });
}
export function listed(names: string[]): string {
  return words.list.format(names);
}
/** Who won, in one line; `places` per seat, 1 is first. `you` is the reader's seat: they are "You" there.
 *  With what, if it is a game of points: one that is only won or lost gives 1 to its winner. */
export function wonBy(
  names: readonly string[],
  places: readonly number[],
  scores: readonly number[] = [],
  you: number | null = null,
): string {
  const winners = names.map((_, seat) => seat).filter((seat) => places[seat] === 1);
  const first = winners[0];
  if (first === undefined) return t("over");
  const counts = scores.some((score) => score !== 0 && score !== 1); // else they only say who won
  const points = t("points", { n: scores[first] ?? 0 });
  if (winners.length > 1 && winners.length === names.length && scores.length && scores.every((score) => !score))
    return t("tie");
  if (names.length === 1) return counts ? points : t("over");
  const who =
    winners.length > 1
      ? t("win_together", { names: listed(winners.map((seat) => names[seat]!)) })
      : first === you
        ? t("you_win")
        : t("wins", { name: names[first]! });
  return counts ? t("with_points", { who, points }) : who;
}
/** The words of one game's board: `const w = wordsOf("lost-code"); w("sheet")`. */
export function wordsOf(game: string): (key: string, values?: Values) => string {
  return (key, values) => say(words.games[game] ?? {}, words.plural, key, values);
}
export function colourWord(colour: string): string {
  return tOr(`colour.${colour}`, colour);
}
export function letterOf(colour: string): string {
  return tOr(`letter.${colour}`, colour.slice(0, 1).toUpperCase());
}

export function fromBrowser(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}
