import { getPreferences } from "../browser/preferences.ts";
import { tones, type ToneNote, type ToneName } from "../browser/tones.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/**
 * Audio context for sounds. They are synthesised, so no file has to be loaded. It runs only while
 * it plays, because a running context takes CPU time and keeps the audio device busy.
 */
let audioContext: AudioContext | null = null;
/** Whether the browser has let the context run. It then lets it run again at any time. */
let isUnlocked = false;
/** The wait for the answer of the browser, which all callers share. */
let unlocking: PromiseWithResolvers<void> | null = null;
let playingNotes = 0;
const listeners = createEventEmitter();

/** Returns whether the browser blocks sound. It does until the first click or keystroke. */
export function isSoundBlocked(): boolean {
  return !isUnlocked;
}
/** Returns whether this browser can play sounds. */
export const supportsSound = (): boolean => typeof AudioContext !== "undefined";

export const subscribeSound = listeners.subscribe;

/**
 * Enables sound, in a user gesture and at the start: pages that were open before may be allowed.
 * Resolves when the browser has allowed or refused it, or does not support sounds (CORE-480).
 */
export async function unlockSound(): Promise<void> {
  audioContext ??= createAudioContext();
  if (audioContext === null || isUnlocked) return;
  unlocking ??= Promise.withResolvers<void>();
  resumeContext(audioContext);
  await unlocking.promise;
}

/** Alerts that have their own sound (product.md 4). */
export type AlertSound = "newChat" | "message" | "missed";

/** Plays the sound of an alert. Returns false if the browser blocks it. */
export function playSound(sound: AlertSound): boolean {
  return playTone(getPreferences().sound.tones[sound]);
}
export function playTone(name: ToneName): boolean {
  if (!audioContext || !isUnlocked) return false;
  for (const note of tones[name]) playNote(audioContext, note, getPreferences().sound.volume);
  resumeContext(audioContext);
  return true;
}

/**
 * Lets the context run. After a gesture, the browser answers all requests together. The state of
 * the context is no evidence then, because another answer may have suspended it.
 */
function resumeContext(audio: AudioContext): void {
  const settle = (isAllowed: boolean) => {
    if (isAllowed) isUnlocked = true;
    unlocking?.resolve();
    unlocking = null;
    suspendIfSilent(audio);
    listeners.emit();
  };
  audio.resume().then(
    () => settle(true),
    () => settle(false),
  );
}
function suspendIfSilent(audio: AudioContext): void {
  if (playingNotes === 0) audio.suspend().catch(() => undefined);
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
  playingNotes += 1;
  oscillator.onended = () => {
    playingNotes -= 1;
    suspendIfSilent(audio);
  };
}

function createAudioContext(): AudioContext | null {
  if (!supportsSound()) return null;
  const created = new AudioContext();
  created.onstatechange = () => {
    // The operating system took the audio device, for example for a call.
    if (created.state === "interrupted") isUnlocked = false;
    listeners.emit();
  };
  return created;
}
