import { browserClock } from "../../clock.ts";

/**
 * Audio context for the sound. The sound is synthesised, so no file is loaded. Browsers block audio
 * until the visitor has touched the chat window.
 */
let audio: AudioContext | null = null;

/** Unlocks audio. Must be called while a user gesture is handled. */
export function allowSound(): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => undefined);
}

/** Plays the sound once for a message, in one tab of this site. */
export function playSound(messageId: number): void {
  if (audio?.state !== "running") return;
  const { locks } = navigator;
  if (locks === undefined) return playTones(audio);
  const context = audio;
  // The tab that gets the lock plays the sound.
  locks
    .request(`parlour-ring:${messageId}`, { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      playTones(context);
      await new Promise<void>((resolve) => void browserClock.after(3_000, resolve));
    })
    // Locks are unavailable where storage is blocked. In that case, every tab plays the sound.
    .catch(() => playTones(context));
}

function playTones(context: AudioContext): void {
  for (const [hz, at] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const from = context.currentTime + at;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hz;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.15, from + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + 0.25);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + 0.27);
  }
}
