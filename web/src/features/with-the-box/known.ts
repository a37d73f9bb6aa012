// The keys that were on offer before: without a connection the page asks as it remembers, since it knows no rule.
import type { CompanionChoice, CompanionForm } from "../../net/wire";

/** All keys ever offered to one question: the same person, the same kind, about the same thing. */
export type KnownForm = { readonly key: string; readonly form: CompanionForm };
const MOST_FORMS = 40;
const MOST_CHOICES = 400;
const MOST_ASKED = 120;

type Words = Record<string, unknown>;
const wordsOf = (choice: CompanionChoice): Words => choice.action as Words;

/** What a question is about: who, what kinds of answers, and whatever all of them have in common. */
export function keyOf(form: CompanionForm): string {
  const kinds = [...new Set(form.choices.map((one) => String(wordsOf(one)["do"])))].sort();
  const first = form.choices[0] ? wordsOf(form.choices[0]) : {};
  const common = Object.keys(first).filter(
    (field) => field !== "do" && form.choices.every((one) => same(wordsOf(one)[field], first[field])),
  );
  return JSON.stringify([form.by, kinds, form.choices.length > 1 ? common.map((field) => [field, first[field]]) : []]);
}

/** What is remembered after this form was shown: its keys beside those that it had before. */
export function noted(known: readonly KnownForm[], form: CompanionForm): KnownForm[] {
  const key = keyOf(form);
  const before = known.find((one) => one.key === key)?.form.choices ?? [];
  const fresh = new Set(form.choices.map((one) => JSON.stringify(one.action)));
  const choices = [...form.choices, ...before.filter((one) => !fresh.has(JSON.stringify(one.action)))];
  const merged = { key, form: { ...form, choices: choices.slice(0, MOST_CHOICES) } };
  return [merged, ...known.filter((one) => one.key !== key)].slice(0, MOST_FORMS);
}

export const askedAfter = (asked: readonly string[], form: CompanionForm): string[] =>
  [...asked, keyOf(form)].slice(-MOST_ASKED);

/** What was asked next the last time, after the questions that were just answered. */
export function likely(known: readonly KnownForm[], asked: readonly string[]): KnownForm | null {
  for (let length = Math.min(6, asked.length); length > 0; length--) {
    const end = asked.slice(-length);
    for (let at = asked.length - 1 - length; at >= 0; at--)
      if (end.every((key, k) => asked[at + k] === key)) {
        const next = known.find((one) => one.key === asked[at + length]);
        if (next) return next;
      }
  }
  return null;
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
