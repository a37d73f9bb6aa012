// What an owner of Roll & Write starts with, an empty sheet with our ladders, and the file it becomes.
import { empty, layoutOf, toml } from "./layout";
import type { Printed } from "./wire";

export const start = (own: Printed): Printed => ({ ...own, ...copy(empty(own)), reconstruction: false });
export const file = (draft: Printed, own: Printed): string => toml(layoutOf(draft), draft, own);

const copy = <T>(thing: T): Pick<Printed, "arrows" | "artefacts"> =>
  JSON.parse(JSON.stringify(thing)) as Pick<Printed, "arrows" | "artefacts">;
