import { preferences } from "./preferences.ts";
import { tones, type Note, type ToneName } from "./tones.ts";
import { createListeners } from "./listeners.ts";

/** Sounds made on the spot: no files, nothing to load when it matters. */
let context: AudioContext | null = null;
const listeners = createListeners();

/** True while the browser keeps sound off because nobody has clicked or typed yet. */
export function soundBlocked(): boolean {
  return context?.state !== "running";
}
/** Whether this browser makes sounds at all. */
export const hasSound = (): boolean => typeof AudioContext !== "undefined";

export const subscribeSound = listeners.add;

/** Call in a gesture (and at start: pages opened before may play at once). */
export async function allowSound(): Promise<void> {
  context ??= makeContext();
  if (context && context.state === "suspended") await context.resume().catch(() => undefined);
  listeners.tell();
}

/** What sounds (product.md 4); each with a sound of its own. */
export type Sound = "newChat" | "message" | "missed";

/** Plays when sound is allowed; false when the browser is silent. */
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
  // Square and sawtooth are louder to the ear.
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
