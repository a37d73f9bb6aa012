// Shows moments one after the other, a few seconds at most; any tap ends it.
import { pauses } from "./pace";
import type { Moment } from "../net/wire";

export class Playback {
  /** The moment that is being shown; null: the page rests at the present. */
  scene = $state.raw<Moment | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private onend: (() => void) | null = null;

  /** Show each scene, then call `onend`; with no scenes at once. What was being shown before is dropped. */
  play(scenes: readonly Moment[], most: number, onscene: (scene: Moment) => void, onend: () => void): void {
    this.cancel();
    this.onend = onend;
    const rests = pauses(scenes, most);
    const show = (i: number): void => {
      const scene = scenes[i];
      if (!scene) return this.finish();
      this.scene = scene;
      onscene(scene);
      this.timer = setTimeout(() => show(i + 1), rests[i]);
    };
    show(0);
  }

  /** Go to the end at once: input never waits for a picture. */
  finish(): void {
    const onend = this.onend;
    this.cancel();
    onend?.();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.onend = null;
    this.scene = null;
  }
}
