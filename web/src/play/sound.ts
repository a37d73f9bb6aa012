// A few sounds made on the spot, off until somebody wants them; no file is loaded.
import { settings } from "../app/settings.svelte";

type Tone = { pitch: number; ms: number; kind: OscillatorType; loud?: number; slide?: number };
const TONES: Record<string, Tone[]> = {
  turn: [
    { pitch: 523, ms: 130, kind: "sine" },
    { pitch: 784, ms: 200, kind: "sine" },
  ],
  move: [{ pitch: 220, ms: 60, kind: "triangle" }],
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
let context: AudioContext | null = null;

export function tick(name: string): void {
  const tones = TONES[name];
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
