// Tables that wait for me: in which order, and how many, as the app's icon shows it.
import { mine } from "../net/http";
import type { RoomSummary } from "../net/wire";

/** Where I sit, as the server says now; the app's icon says it, too. */
export async function myTables(): Promise<RoomSummary[]> {
  const tables = await mine();
  badge(tables);
  return tables;
}

/** Not over; those that wait for me first, of them the one that has waited longest; then the newest. */
export function byWait(tables: readonly RoomSummary[]): RoomSummary[] {
  const running = tables.filter((table) => !table.over);
  return running.sort(
    (a, b) =>
      Number(b.your_move) - Number(a.your_move) || (a.your_move ? a.changed - b.changed : b.changed - a.changed),
  );
}

/** The number of them on the icon of the installed app, where the system has such a thing. */
function badge(tables: readonly RoomSummary[]): void {
  const n = tables.filter((table) => table.your_move && !table.over).length;
  void navigator.setAppBadge?.(n).catch(() => undefined);
}
