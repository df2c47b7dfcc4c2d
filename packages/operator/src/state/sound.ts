import { preferences } from "./preferences.ts";
import { tones, type Note, type ToneName } from "./tones.ts";
import { createListeners } from "./listeners.ts";

/** Sounds are synthesised, so no file has to be loaded. */
let context: AudioContext | null = null;
const listeners = createListeners();

/** Returns whether the browser blocks sound. It does until the first click or keystroke. */
export function soundBlocked(): boolean {
  return context?.state !== "running";
}
/** Returns whether this browser can play sounds. */
export const hasSound = (): boolean => typeof AudioContext !== "undefined";

export const subscribeSound = listeners.add;

/**
 * Enables sound. Call it in a user gesture, and at start, because a page opened before may play at
 * once.
 */
export async function allowSound(): Promise<void> {
  context ??= makeContext();
  if (context && context.state === "suspended") await context.resume().catch(() => undefined);
  listeners.tell();
}

/** Alerts with a sound of their own (product.md 4). */
export type Sound = "newChat" | "message" | "missed";

/** Plays the sound. Returns false if the browser blocks it. */
export function play(sound: Sound): boolean {
  return playTone(preferences().sound.tones[sound]);
}
export function playTone(name: ToneName): boolean {
  if (!context || context.state !== "running") return false;
  for (const note of tones[name]) sing(context, note, preferences().sound.volume);
  return true;
}

function sing(audio: AudioContext, { hz, at, length, wave }: Note, volume: number): void {
  const from = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  // Square and sawtooth waves sound louder.
  const loud = wave === "square" || wave === "sawtooth" ? 0.1 : 0.22;
  oscillator.type = wave;
  oscillator.frequency.value = hz;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loud * volume, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(from + length + 0.02);
}

function makeContext(): AudioContext | null {
  if (!hasSound()) return null;
  const made = new AudioContext();
  made.onstatechange = () => listeners.tell();
  return made;
}
