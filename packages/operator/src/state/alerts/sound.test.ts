import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runSoundTest } from "../../ui/self-test/test-alert.ts";
import { isSoundBlocked, playSound, unlockSound } from "./sound.ts";

interface Resume {
  readonly answer: () => void;
  readonly refuse: () => void;
}
interface Note {
  readonly frequency: object;
  readonly connect: <T>(to: T) => T;
  readonly start: () => void;
  readonly stop: () => void;
  onended: (() => void) | null;
}
/** Notes that are playing. */
let notes: Note[] = [];
/** Requests of the page to let the context run, which the browser has not answered. */
let pending: Resume[] = [];

/** A browser that answers when the test says so. */
class FakeAudioContext {
  static latest: FakeAudioContext;
  state: AudioContextState | "interrupted" = "suspended";
  onstatechange: (() => void) | null = null;
  readonly currentTime = 0;
  readonly destination = {};
  constructor() {
    FakeAudioContext.latest = this;
  }
  resume(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    pending.push({
      answer: () => {
        this.state = "running";
        resolve();
      },
      refuse: () => reject(new DOMException("not allowed", "InvalidStateError")),
    });
    return promise;
  }
  suspend(): Promise<void> {
    this.state = "suspended";
    return Promise.resolve();
  }
  createOscillator() {
    const connect = <T>(to: T): T => to;
    const note: Note = { frequency: {}, connect, start: () => {}, stop: () => {}, onended: null };
    notes.push(note);
    return note;
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
    return {
      gain: { ...gain, exponentialRampToValueAtTime: () => {} },
      connect: <T>(to: T): T => to,
    };
  }
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", FakeAudioContext);
  pending = [];
});
afterEach(() => {
  interrupt();
  vi.unstubAllGlobals();
});

/** All notes end, and the operating system takes the audio device. */
function interrupt(): void {
  for (const { onended } of notes) onended?.();
  notes = [];
  const { latest } = FakeAudioContext;
  latest.state = "interrupted";
  latest.onstatechange?.();
  latest.state = "suspended";
}
const flush = async (): Promise<void> => {
  for (let i = 0; i < 8; i += 1) await Promise.resolve();
};
const press = (): void => void unlockSound();

/** Returns all orders of the values. */
const permute = <T>(values: readonly T[]): readonly T[][] =>
  values.length === 0
    ? [[]]
    : values.flatMap((value, at) =>
        permute(values.toSpliced(at, 1)).map((others) => [value, ...others]),
      );

test("[CORE-480] sound is on after the first answer of the browser, whether the answers come together or in any order", async () => {
  for (const presses of [1, 2, 3, 4])
    for (const order of permute([...Array(presses).keys()]))
      // Each bit: whether the page handles an answer before the next one comes.
      for (let gaps = 0; gaps < 2 ** presses; gaps += 1) {
        pending = [];
        for (let i = 0; i < presses; i += 1) press();
        expect(isSoundBlocked()).toBe(true);
        const asked = [...pending];
        for (const [at, which] of order.entries()) {
          asked[which]?.answer();
          if ((gaps & (1 << at)) === 0) continue;
          await flush();
          expect(isSoundBlocked(), `${order.join()} ${gaps}`).toBe(false);
        }
        await flush();
        expect(isSoundBlocked(), `${order.join()} ${gaps}`).toBe(false);
        expect(playSound("newChat")).toBe(true);
        interrupt();
        expect(isSoundBlocked()).toBe(true);
      }
});

test("[CORE-480] a press between two answers leaves sound on, and only an interruption takes it back", async () => {
  press();
  press();
  const [first, second] = pending;
  first?.answer();
  await flush();
  press();
  expect(playSound("message")).toBe(true);
  second?.answer();
  await flush();
  for (const { refuse } of pending.slice(2)) refuse();
  await flush();
  expect(isSoundBlocked()).toBe(false);
  interrupt();
  expect(playSound("message")).toBe(false);
});

test("[CORE-480] the self-test blames the browser only if it refuses", async () => {
  press();
  const tested = runSoundTest();
  // The browser answers both together, and the first answer suspends the context.
  for (const { answer } of pending) answer();
  expect(await tested).toBeNull();
  interrupt();
  pending = [];
  const refused = runSoundTest();
  for (const { refuse } of pending) refuse();
  expect(await refused).toMatch(/^This browser blocks sound/);
});
