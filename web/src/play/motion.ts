// Does this reader want pictures to move? One switch: the system's wish and the setting.
import { MediaQuery } from "svelte/reactivity";
import { settings } from "../app/settings.svelte";

const lessMotion = new MediaQuery("prefers-reduced-motion: reduce");

export function calm(): boolean {
  return settings.lessMotion || lessMotion.current;
}
