// One device at a table: a player's own, one that several people pass around, or a screen for everybody.
import { Table } from "./table.svelte";
import type { Person } from "../net/wire";

/** Nobody in particular: the server shows such a page what the audience may see, never a seat's own view. */
export const SCREEN = 0;

export class Device {
  table = $state.raw() as Table;
  /** Who gets the device next, where there is nothing to hide: already connected, not yet on the screen. */
  next = $state.raw<Table | null>(null);

  constructor(
    readonly id: string,
    readonly screen: boolean,
  ) {
    this.table = new Table(id, screen ? SCREEN : null);
  }

  /** Who plays here, and not a bot for them. */
  private get playing(): Person[] {
    return (this.table.room?.you.people ?? []).filter((one) => !one.kept);
  }
  /** People of this device play, and the server has given it nobody's seat: nobody has said yet who looks. */
  get nobody(): boolean {
    const room = this.table.room;
    return (
      !!room?.started && !room.over && this.table.person === null && room.you.seat === null && this.playing.length > 0
    );
  }
  /** Between two of them hangs a curtain, as soon as everybody has seen what the last one did. */
  get curtain(): boolean {
    return this.nobody && !this.table.laid;
  }
  /** Is it passed around? Then somebody has said who they are, or has to. */
  get shared(): boolean {
    return this.nobody || (!!this.table.person && !this.table.room?.over);
  }
  /** Who of this device is to move: the first of them, not the one who holds it. */
  get waiting(): number | null {
    const people = this.playing;
    const toAct = this.table.newest?.to_act ?? [];
    if (!this.shared || people.some((one) => one.person === this.table.person && toAct.includes(one.seat))) return null;
    return people.find((one) => toAct.includes(one.seat))?.person ?? null;
  }
  nameOf(person: number): string {
    const room = this.table.room;
    const seat = room?.you.people.find((one) => one.person === person)?.seat;
    return seat === undefined ? "" : (room?.seats[seat]?.name ?? "");
  }

  /** Somebody says who they are; before that not a byte of theirs was asked for. */
  lift(person: number): void {
    this.change(person);
  }
  /** Down comes the curtain: the connection of whoever looked is closed first. */
  hide(): void {
    if (this.table.laid) this.table.laid = false;
    else if (this.shared && this.table.person !== null) this.change(null);
  }
  /** Without a curtain, where a game hides nothing: the next one's view replaces this one as soon as it is here. */
  pass(person: number): void {
    if (this.next?.person === person) return;
    this.next?.close();
    this.next = new Table(this.id, person);
  }
  passed(): void {
    if (!this.next) return;
    this.table.close();
    this.table = this.next;
    this.next = null;
  }
  close(): void {
    this.next?.close();
    this.table.close();
  }

  private change(person: number | null): void {
    this.close();
    this.next = null;
    this.table = new Table(this.id, person);
  }
}
