/** Names of the five alert sounds. They are synthesised from notes, so no file has to be loaded. */
export const toneNames = ["chime", "bell", "drop", "knock", "pulse"] as const;
export type ToneName = (typeof toneNames)[number];

export interface ToneNote {
  readonly hz: number;
  /** Start and length of the note in seconds. */
  readonly at: number;
  readonly length: number;
  readonly wave: OscillatorType;
}
const createNotes = (
  wave: OscillatorType,
  ...list: readonly (readonly [hz: number, at: number, length: number])[]
): readonly ToneNote[] => list.map(([hz, at, length]) => ({ hz, at, length, wave }));

export const tones: Readonly<Record<ToneName, readonly ToneNote[]>> = {
  chime: createNotes("triangle", [659.3, 0, 0.16], [880, 0.15, 0.16], [1108.7, 0.3, 0.34]),
  bell: createNotes("sine", [1318.5, 0, 0.7], [2637, 0, 0.35], [1318.5, 0.4, 0.6]),
  drop: createNotes("triangle", [784, 0, 0.1], [1046.5, 0.09, 0.2]),
  knock: createNotes("square", [196, 0, 0.07], [196, 0.14, 0.07], [147, 0.34, 0.12]),
  pulse: createNotes("sawtooth", [587.3, 0, 0.12], [440, 0.18, 0.12], [329.6, 0.36, 0.28]),
};
