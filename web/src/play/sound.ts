// A few sounds made on the spot, with what a phone feels beside them: chosen, placed, right, wrong, your move.
// They are silent until somebody has been asked, and no file is loaded.
import { settings } from "../app/settings.svelte";

type Tone = { pitch: number; ms: number; kind: OscillatorType; loud?: number; slide?: number };
const TONES: Record<string, Tone[]> = {
  turn: [
    { pitch: 523, ms: 130, kind: "sine" },
    { pitch: 784, ms: 200, kind: "sine" },
  ],
  select: [{ pitch: 620, ms: 22, kind: "sine", loud: 0.25 }],
  placed: [{ pitch: 220, ms: 60, kind: "triangle" }],
  right: [
    { pitch: 523, ms: 80, kind: "triangle" },
    { pitch: 659, ms: 80, kind: "triangle" },
    { pitch: 784, ms: 180, kind: "triangle" },
  ],
  wrong: [{ pitch: 196, ms: 220, kind: "triangle", slide: 147 }],
  roll: [
    { pitch: 140, ms: 35, kind: "square", loud: 0.3 },
    { pitch: 180, ms: 30, kind: "square", loud: 0.3 },
  ],
  guess: [
    { pitch: 340, ms: 25, kind: "square", loud: 0.2 },
    { pitch: 340, ms: 25, kind: "square", loud: 0.2 },
  ],
  answer: [
    { pitch: 392, ms: 90, kind: "triangle" },
    { pitch: 330, ms: 140, kind: "triangle" },
  ],
  discard: [{ pitch: 110, ms: 180, kind: "sawtooth", loud: 0.15, slide: 70 }],
  uncover: [{ pitch: 300, ms: 50, kind: "triangle" }],
};
/** Vibrations in ms: on, off, on. */
const BUZZES: Record<string, number[]> = {
  select: [6],
  placed: [14],
  right: [14, 50, 30],
  wrong: [50, 50, 50],
  turn: [60],
};
let context: AudioContext | null = null;
let last = -Infinity;
const SAME_TAP = 40; // ms: what a tap has done is heard, and not that something was tapped

/** Something chosen: told by the page itself, for every button that stays pressed. */
export function selects({ target, timeStamp }: MouseEvent): void {
  const key = target instanceof Element && target.closest("[aria-pressed], [aria-checked]");
  if (key) setTimeout(() => timeStamp - last > SAME_TAP && /true/.test(pressed(key)) && tick("select"));
}
const pressed = (key: Element): string => `${key.getAttribute("aria-pressed")} ${key.getAttribute("aria-checked")}`;

export function tick(name: string): void {
  const tones = TONES[name];
  last = performance.now();
  const buzz = BUZZES[name];
  if (buzz && settings.buzz && document.visibilityState === "visible" && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(buzz);
  if (!settings.sounds || !tones) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const { pitch, ms, kind, loud = 0.5, slide } of tones) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = kind;
    tone.frequency.setValueAtTime(pitch, at);
    if (slide) tone.frequency.linearRampToValueAtTime(slide, at + ms / 1000);
    gain.gain.setValueAtTime(0.12 * loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + ms / 1000);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + ms / 1000);
    at += ms / 1000;
  }
}
