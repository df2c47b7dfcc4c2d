import { preferences } from "./preferences.ts";

/** Sounds made on the spot: no files, nothing to load when it matters. */
let context: AudioContext | null = null;
const listeners = new Set<() => void>();

/** True while the browser keeps sound off because nobody has clicked or typed yet. */
export function soundBlocked(): boolean {
  return context?.state !== "running";
}

export function subscribeSound(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call in a gesture (and at start: pages opened before may play at once). */
export async function allowSound(): Promise<void> {
  context ??= makeContext();
  if (context && context.state === "suspended") await context.resume().catch(() => undefined);
  for (const listener of listeners) listener();
}

export type Sound = "new_chat" | "message";

/** Plays when sound is allowed; false when the browser is silent. */
export function play(sound: Sound): boolean {
  if (!context || context.state !== "running") return false;
  const volume = preferences().sound.volume;
  const tones: readonly (readonly [hz: number, at: number, length: number])[] =
    sound === "new_chat"
      ? [
          [659.3, 0, 0.16],
          [880, 0.15, 0.16],
          [1108.7, 0.3, 0.34],
        ]
      : [
          [784, 0, 0.1],
          [1046.5, 0.09, 0.2],
        ];
  for (const [hz, at, length] of tones) tone(context, hz, at, length, volume);
  return true;
}

function tone(audio: AudioContext, hz: number, at: number, length: number, volume: number): void {
  const from = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = hz;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(0.22 * volume, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(from + length + 0.02);
}

function makeContext(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  const made = new AudioContext();
  made.onstatechange = () => {
    for (const listener of listeners) listener();
  };
  return made;
}
