import { expect, onTestFinished, test } from "vitest";
import { createManualTimers } from "../manual-timers.ts";
import { stubMicrophone } from "./microphone.fixture.ts";
import {
  canRecordVoice,
  createVoiceRecorder,
  maxVoiceMs,
  type VoiceState,
} from "./voice-recorder.ts";

function openRecorder() {
  const microphone = stubMicrophone();
  onTestFinished(microphone.remove);
  const timers = createManualTimers();
  const states: VoiceState[] = [];
  const recorded: { readonly file: File; readonly seconds: number }[] = [];
  const recorder = createVoiceRecorder({
    clock: {
      now: () => timers.now(),
      after(ms, run) {
        const timer = timers.set(run, ms);
        return () => timers.clear(timer);
      },
    },
    onState: (state) => states.push(state),
    onRecorded: (file, seconds) => recorded.push({ file, seconds }),
  });
  return { microphone, timers, states, recorded, recorder };
}

test("[VOICE-010] a recording has its time, loudness and length, and gives the microphone back", async () => {
  const { microphone, timers, states, recorded, recorder } = openRecorder();
  recorder.start();
  recorder.start();
  await timers.advance(2_400);
  expect(microphone.recorders).toHaveLength(1);
  expect([states[0], states.at(-1)]).toEqual([
    { name: "asking" },
    { name: "recording", elapsedMs: 2_400, level: 0.5 },
  ]);
  expect(microphone.isOpen()).toBe(true);
  recorder.stop();
  await timers.settle();
  expect(microphone.isOpen()).toBe(false);
  expect(states.at(-1)).toEqual({ name: "idle" });
  expect(recorded).toMatchObject([{ seconds: 2 }]);
  const { name, type } = recorded[0]!.file;
  expect([name, type]).toEqual(["voice-message.webm", "audio/webm"]);
  expect(await recorded[0]!.file.text()).toBe("sound");
});

test("[VOICE-010] five minutes are the longest, and a removed microphone ends with what there is", async () => {
  const { microphone, timers, states, recorded, recorder } = openRecorder();
  recorder.start();
  await timers.advance(maxVoiceMs + 1_000);
  expect(recorded.map(({ seconds }) => seconds)).toEqual([300]);
  recorder.start();
  await timers.advance(1_000);
  microphone.recorders[1]?.stop();
  await timers.settle();
  expect(recorded).toHaveLength(2);
  expect(states.at(-1)).toEqual({ name: "idle" });
});

test("[VOICE-010] what is discarded is not kept, also while the browser asks", async () => {
  const { microphone, timers, states, recorded, recorder } = openRecorder();
  recorder.start();
  await timers.advance(1_000);
  recorder.discard();
  await timers.settle();
  recorder.start();
  recorder.discard();
  await timers.settle();
  expect([recorded, microphone.isOpen(), states.at(-1)]).toEqual([[], false, { name: "idle" }]);
  expect(microphone.recorders).toHaveLength(1);
});

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "missing"],
  ["NotReadableError", "failed"],
] as const)(
  "[VOICE-010] %s of the browser is the problem %s, and a retry is possible",
  async (error, problem) => {
    const { microphone, timers, states, recorder } = openRecorder();
    microphone.error = error;
    recorder.start();
    await timers.settle();
    expect(states.at(-1)).toEqual({ name: "problem", problem });
    microphone.error = null;
    recorder.start();
    await timers.settle();
    expect(states.at(-1)).toMatchObject({ name: "recording" });
    recorder.discard();
  },
);

test.each([
  [["audio/webm;codecs=opus", "audio/ogg;codecs=opus"], "voice-message.ogg", 24_000],
  [["audio/webm;codecs=opus", "audio/mp4"], "voice-message.webm", 24_000],
  [["audio/mp4"], "voice-message.m4a", 64_000],
])("[VOICE-010] of %j, %s is recorded", async (types, name, bits) => {
  const { microphone, timers, recorded, recorder } = openRecorder();
  microphone.types = types;
  recorder.start();
  await timers.settle();
  recorder.stop();
  await timers.settle();
  expect(recorded[0]?.file.name).toBe(name);
  expect(microphone.recorders[0]?.options.audioBitsPerSecond).toBe(bits);
});

test("[VOICE-010] a page without a microphone cannot record", () => {
  expect(canRecordVoice()).toBe(false);
  const { remove } = stubMicrophone();
  expect(canRecordVoice()).toBe(true);
  remove();
  expect(canRecordVoice()).toBe(false);
});
