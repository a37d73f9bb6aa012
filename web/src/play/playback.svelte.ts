// Shows moments one after the other; a tap ends it. What comes meanwhile waits its turn: nothing shown is cut short.
import type { Moment } from "../net/wire";

type How = {
  /** How long each of them stays. */
  rests: (scenes: readonly Moment[]) => number[];
  onscene: (scene: Moment) => void;
  onend: () => void;
};

export class Playback {
  /** The moment that is being shown; null: the page rests at the present. */
  scene = $state.raw<Moment | null>(null);
  private waiting: readonly Moment[] = [];
  private rests: number[] = [];
  private how: How | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show each scene, then call `onend`; with no scenes at once. */
  play(scenes: readonly Moment[], how: How): void {
    this.cancel();
    this.goOn(scenes, how);
    this.next();
  }

  /** Show these after the one that is on the screen. */
  goOn(scenes: readonly Moment[], how: How): void {
    this.waiting = scenes;
    this.rests = how.rests(scenes);
    this.how = how;
  }

  /** Those that have not been shown yet. */
  get ahead(): readonly Moment[] {
    return this.waiting;
  }

  /** The next one at once. */
  next(): void {
    clearTimeout(this.timer);
    const scene = this.waiting[0];
    const [rest] = this.rests;
    if (!scene) return this.finish();
    [this.waiting, this.rests] = [this.waiting.slice(1), this.rests.slice(1)];
    this.scene = scene;
    this.how?.onscene(scene);
    this.timer = setTimeout(() => this.next(), rest);
  }

  /** Go to the end at once: input never waits for a picture. */
  finish(): void {
    const onend = this.how?.onend;
    this.cancel();
    onend?.();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.how = null;
    this.waiting = [];
    this.scene = null;
  }
}
