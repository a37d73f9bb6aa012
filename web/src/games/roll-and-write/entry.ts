// What an owner of Roll & Write starts with, our own sheet, and the file it becomes.
import { layoutOf, toml } from "./layout";
import type { Printed } from "./wire";

export const start = (own: Printed): Printed => own;
export const file = (draft: Printed, own: Printed): string => toml(layoutOf(draft), draft, own);
