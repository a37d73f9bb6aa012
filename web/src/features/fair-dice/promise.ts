// What the table promised about its dice, as this device noted it, and this device's own secret words for them.
import { recall, remember } from "../../app/storage";
import { sha256 } from "./sha256";
import type { Incoming, RoomMessage as Room } from "../../net/wire";

/** A word of one person at this device; `promise`: under which it was opened, once and never again. */
export type Word = { text: string; typed: string; promise: string | null };
/** Noted when this device first saw the table; `early`: before the first move.
 *  `promises`: every list of words that was closed here; `turn`: moves and take-backs when the game was over. */
export type Noted = {
  commitment: string;
  early: boolean;
  words: Record<string, Word>;
  promises: string[];
  turn: number;
};

/** Where nothing can be kept (a private window), until the page is closed. */
const held = new Map<string, Noted>();
/** The hashes that this page has sent: two pages of one device never send theirs in turns. */
const sent = new Set<string>();

export function noted(room: string): Noted | null {
  try {
    const kept = JSON.parse(recall(`promise.${room}`) ?? "null") as Partial<Noted> | null;
    if (!kept) return held.get(room) ?? null;
    return { commitment: "", early: false, words: {}, promises: [], turn: 0, ...kept };
  } catch {
    return null;
  }
}
function keep(room: string, mine: Noted): void {
  held.set(room, mine);
  remember(`promise.${room}`, JSON.stringify(mine));
}
function made(typed: string): Word {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const secret = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { text: typed ? `${typed} ${secret}` : secret, typed, promise: null };
}

/** Note what the table promises; the messages bind everybody at this device to a secret word, or open it. */
export function attend(id: string, room: Room): Incoming[] {
  const mine = noted(id) ?? {
    commitment: room.commitment,
    early: !room.started,
    words: {},
    promises: [],
    turn: 0,
  };
  const answers: Incoming[] = [];
  if (!room.started) {
    const here = new Set(room.you.people.map((one) => String(one.person)));
    if (room.promise === null)
      mine.words = Object.fromEntries(Object.entries(mine.words).filter(([person]) => here.has(person)));
    if (room.promise && !mine.promises.includes(room.promise)) mine.promises.push(room.promise);
    for (const { person, seat, kept } of room.you.people)
      if (!kept) answers.push(...answer(mine, room, person, room.seats[seat]?.commitment ?? null));
  }
  keep(id, mine); // before anything is sent
  return answers;
}
function answer(mine: Noted, room: Room, person: number, shown: string | null): Incoming[] {
  let word = mine.words[person];
  if (room.promise === null) {
    // A word that was opened for a list that came to nothing is known: it is never used again.
    if (!word || word.promise !== null) word = mine.words[person] = made(word?.typed ?? "");
    const hash = sha256(word.text);
    if (shown === hash || (shown !== null && sent.has(hash))) return [];
    sent.add(hash);
    return [{ type: "commit", hash, person }];
  }
  if (!word || shown !== sha256(word.text) || (word.promise ?? room.promise) !== room.promise) return [];
  word.promise = room.promise;
  return [{ type: "open", word: word.text, person }];
}

/** A typed word takes the place of the made one, with a secret of this device added. */
export function typed(id: string, room: Room, text: string): Incoming[] {
  const mine = noted(id);
  if (!mine || room.promise !== null) return [];
  mine.words[room.you.person || 1] = made(text);
  keep(id, mine);
  return attend(id, room);
}

/** The game is over: what the record must count. */
export function noteTurn(id: string, turn: number): void {
  const mine = noted(id);
  if (mine && mine.turn !== turn) keep(id, { ...mine, turn });
}
