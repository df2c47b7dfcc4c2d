/** Longest recording, in milliseconds. */
export const maxVoiceMs = 300_000;

/** Why nothing is recorded. `failed`: for example, another program uses the microphone. */
type VoiceProblem = "denied" | "missing" | "failed";

export type VoiceState =
  | { readonly name: "idle" }
  | { readonly name: "asking" }
  /** `level`: loudness now, from 0 to 1. */
  | { readonly name: "recording"; readonly elapsedMs: number; readonly level: number }
  | { readonly name: "problem"; readonly problem: VoiceProblem };

export interface VoiceRecorder {
  /** Asks for the microphone and records, at most `maxVoiceMs`. No effect while it records. */
  readonly start: () => void;
  /** Ends the recording. `onRecorded` follows. */
  readonly stop: () => void;
  /** Ends the recording, or closes the problem. Nothing is kept. */
  readonly discard: () => void;
}

export interface VoiceRecorderDeps {
  readonly clock: {
    /** Milliseconds. */
    readonly now: () => number;
    readonly after: (ms: number, run: () => void) => () => void;
  };
  readonly onState: (state: VoiceState) => void;
  /** Also called if the microphone is removed. `seconds`: length, at least 1. */
  readonly onRecorded: (file: File, seconds: number) => void;
}

/** Whether the browser can record here. Pages without HTTPS have no microphone. */
export const canRecordVoice = (): boolean =>
  typeof MediaRecorder !== "undefined" && "mediaDevices" in navigator;

export function createVoiceRecorder({
  clock,
  onState,
  onRecorded,
}: VoiceRecorderDeps): VoiceRecorder {
  /** Ends what runs: the question for the microphone, or the recording. */
  let end: ((shouldSave: boolean) => void) | null = null;
  const setIdle = (): void => {
    end = null;
    onState({ name: "idle" });
  };

  const start = async (): Promise<void> => {
    let isEnded = false;
    end = () => {
      isEnded = true;
      setIdle();
    };
    onState({ name: "asking" });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
      if (isEnded) closeStream(stream);
      else record(stream);
    } catch (error) {
      if (isEnded) return;
      end = null;
      onState({ name: "problem", problem: toProblem(error) });
    }
  };

  const record = (stream: MediaStream): void => {
    const recorder = createMediaRecorder(stream);
    const meter = createLevelMeter(stream);
    const startedAt = clock.now();
    const parts: Blob[] = [];
    let shouldSave = true;
    let cancelTick: () => void = () => undefined;
    const stop = (): void => {
      if (recorder.state !== "inactive") recorder.stop();
    };
    const tick = (): void => {
      const elapsedMs = clock.now() - startedAt;
      if (elapsedMs >= maxVoiceMs) return stop();
      cancelTick = clock.after(100, tick);
      onState({ name: "recording", elapsedMs, level: meter.getLevel() });
    };
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    recorder.onstop = () => {
      cancelTick();
      meter.close();
      closeStream(stream);
      setIdle();
      const file = createFile(parts, recorder.mimeType);
      const seconds = Math.max(1, Math.round((clock.now() - startedAt) / 1000));
      if (shouldSave && file.size > 0) onRecorded(file, seconds);
    };
    end = (save) => {
      shouldSave = save;
      stop();
    };
    recorder.start();
    tick();
  };

  return {
    start: () => void (end === null && start()),
    stop: () => end?.(true),
    discard: () => (end === null ? setIdle() : end(false)),
  };
}

/** Types of recordings, with those first that messengers play as voice messages. */
const recordingTypes = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];
/** Five minutes of speech have less than 1 MB, up to which Telegram plays a voice message. */
const opusBitsPerSecond = 24_000;
const aacBitsPerSecond = 64_000;

function createMediaRecorder(stream: MediaStream): MediaRecorder {
  const type = recordingTypes.find((one) => MediaRecorder.isTypeSupported(one));
  const isOpus = type?.includes("opus") === true;
  const options: MediaRecorderOptions = {
    audioBitsPerSecond: isOpus ? opusBitsPerSecond : aacBitsPerSecond,
  };
  if (type !== undefined) options.mimeType = type;
  return new MediaRecorder(stream, options);
}

function createFile(parts: readonly Blob[], recordedType: string): File {
  const [type = ""] = recordedType.split(";");
  const ending = type === "audio/mp4" ? "m4a" : type.slice(type.indexOf("/") + 1);
  return new File([...parts], `voice-message.${ending}`, { type });
}

function createLevelMeter(stream: MediaStream): {
  readonly getLevel: () => number;
  readonly close: () => void;
} {
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    getLevel() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      );
    },
    close: () => void audio.close(),
  };
}

function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function toProblem(error: unknown): VoiceProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "denied";
  return name === "NotFoundError" ? "missing" : "failed";
}
