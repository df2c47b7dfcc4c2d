import { getPreferences } from "../browser/preferences.ts";
import { tones, type ToneNote, type ToneName } from "../browser/tones.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** Audio context for sounds. They are synthesised, so no file has to be loaded. */
let audioContext: AudioContext | null = null;
const listeners = createEventEmitter();

/** Returns whether the browser blocks sound. It does until the first click or keystroke. */
export function isSoundBlocked(): boolean {
  return audioContext?.state !== "running";
}
/** Returns whether this browser can play sounds. */
export const supportsSound = (): boolean => typeof AudioContext !== "undefined";

export const subscribeSound = listeners.subscribe;

/**
 * Enables sound. Called in a user gesture, and at the start, because a page that was opened before
 * may be allowed to play sounds immediately.
 */
export async function unlockSound(): Promise<void> {
  audioContext ??= createAudioContext();
  if (audioContext && audioContext.state === "suspended")
    await audioContext.resume().catch(() => undefined);
  listeners.emit();
}

/** Alerts that have their own sound (product.md 4). */
export type AlertSound = "newChat" | "message" | "missed";

/** Plays the sound of an alert. Returns false if the browser blocks it. */
export function playSound(sound: AlertSound): boolean {
  return playTone(getPreferences().sound.tones[sound]);
}
export function playTone(name: ToneName): boolean {
  if (!audioContext || audioContext.state !== "running") return false;
  for (const note of tones[name]) playNote(audioContext, note, getPreferences().sound.volume);
  return true;
}

function playNote(audio: AudioContext, { hz, at, length, wave }: ToneNote, volume: number): void {
  const from = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  // Square and sawtooth waves sound louder, so they get a lower volume.
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

function createAudioContext(): AudioContext | null {
  if (!supportsSound()) return null;
  const created = new AudioContext();
  created.onstatechange = () => listeners.emit();
  return created;
}
