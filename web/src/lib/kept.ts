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
