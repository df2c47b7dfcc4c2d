/** Sounds made on the spot: no file to load when it matters. Browsers keep them off until the visitor touched the window. */
let audio: AudioContext | null = null;

/** Call in a gesture. */
export function allowSound(): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => undefined);
}

/** Rings once for a message, in one tab of this site. */
export function ring(messageId: number): void {
  if (audio?.state !== "running") return;
  const { locks } = navigator;
  if (locks === undefined) return sing(audio);
  const of = audio;
  // Whoever gets the lock rings; the others find it taken.
  locks
    .request(`parlour-ring:${messageId}`, { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      sing(of);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    })
    // No locks where storage is blocked: then every tab rings.
    .catch(() => sing(of));
}

function sing(context: AudioContext): void {
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
