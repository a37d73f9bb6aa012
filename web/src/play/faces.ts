// Which emblem each seat has at this table: a page says it once, and every board below draws it.
import { getContext, setContext } from "svelte";
import type { RoomMessage as Room } from "../net/wire";

const FACES = Symbol("faces");
type Faces = () => Room | null;
export const faces = (room: Faces): void => void setContext(FACES, room);
export const roomOf = (): Faces | undefined => getContext<Faces | undefined>(FACES);
