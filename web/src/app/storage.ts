// What stays on this device between visits; a private window keeps nothing, and nothing fails.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`tepui.${key}`);
  } catch {
    return null;
  }
}
export function remember(key: string, text: string): void {
  try {
    localStorage.setItem(`tepui.${key}`, text);
  } catch {
    // see above
  }
}
/** The last file of printed numbers of a game that was entered here and can be played with. */
export const partsOf = (game: string): string | null => recall(`parts.${game}`);
export const keepParts = (game: string, text: string): void => remember(`parts.${game}`, text);
/** How far a lesson was played: what was chosen in each of its steps. */
export const keptLine = (game: string): number[][] => {
  try {
    const kept: unknown = JSON.parse(recall(`lesson.${game}`) ?? "[]");
    return Array.isArray(kept) ? (kept as number[][]) : [];
  } catch {
    return [];
  }
};
/** What the learner's pencil has written on the sheet there. */
export const keptMarks = (game: string): unknown => {
  try {
    return JSON.parse(recall(`lesson-marks.${game}`) ?? "null") as unknown;
  } catch {
    return null;
  }
};
export const keepMarks = (game: string, marks: unknown): void =>
  remember(`lesson-marks.${game}`, JSON.stringify(marks ?? null));
/** Has this device's reader been through the lesson, or through a game, or said that they need none? */
export const knows = (game: string): boolean => recall(`knows.${game}`) !== null;
export const nowKnows = (game: string): void => remember(`knows.${game}`, "1");
export const keepLine = (game: string, line: number[][]): void => remember(`lesson.${game}`, JSON.stringify(line));
