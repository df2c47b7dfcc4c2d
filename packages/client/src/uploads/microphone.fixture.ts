export interface FakeMicrophone {
  /** Name of the error with which the browser answers, or null if it gives the microphone. */
  error: string | null;
  /** Types that the browser records. */
  types: readonly string[];
  readonly recorders: readonly FakeRecorder[];
  /** Whether the page uses the microphone. */
  readonly isOpen: () => boolean;
  /** Takes the microphone from the page. */
  readonly remove: () => void;
}
interface FakeRecorder {
  readonly mimeType: string;
  readonly options: MediaRecorderOptions;
  /** Also called by the browser, if the microphone is removed. */
  stop(): void;
}

/** Gives the page a microphone. A recording has the bytes "sound". */
export function stubMicrophone(): FakeMicrophone {
  const recorders: FakeRecorder[] = [];
  let openTracks = 0;
  const microphone: FakeMicrophone = {
    error: null,
    types: ["audio/webm;codecs=opus"],
    recorders,
    isOpen: () => openTracks > 0,
    remove() {
      for (const [owner, name, before] of stubs)
        if (before === undefined) Reflect.deleteProperty(owner, name);
        else Object.defineProperty(owner, name, before);
    },
  };
  class Recorder implements FakeRecorder {
    static isTypeSupported = (type: string): boolean => microphone.types.includes(type);
    state = "inactive";
    readonly mimeType: string;
    readonly options: MediaRecorderOptions;
    ondataavailable: (event: { readonly data: Blob }) => void = () => undefined;
    onstop: () => void = () => undefined;
    constructor(_stream: MediaStream, options: MediaRecorderOptions) {
      this.options = options;
      this.mimeType = options.mimeType ?? "audio/x-unknown";
      recorders.push(this);
    }
    start(): void {
      this.state = "recording";
    }
    stop(): void {
      this.state = "inactive";
      queueMicrotask(() => {
        this.ondataavailable({ data: new Blob(["sound"]) });
        this.onstop();
      });
    }
  }
  class Context {
    createAnalyser = () => ({
      fftSize: 4,
      getFloatTimeDomainData: (samples: Float32Array) => samples.set([0.25, -0.5, 0, 0]),
    });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = () => Promise.resolve();
    // There is a microphone, but nothing that plays sounds.
    resume = () => Promise.reject(new DOMException("no speakers", "InvalidStateError"));
    suspend = () => Promise.resolve();
  }
  const getUserMedia = () => {
    if (microphone.error !== null)
      return Promise.reject(new DOMException("no microphone", microphone.error));
    openTracks += 1;
    return Promise.resolve({ getTracks: () => [{ stop: () => void (openTracks -= 1) }] });
  };
  const stubs = (
    [
      [globalThis, "MediaRecorder", Recorder],
      [globalThis, "AudioContext", Context],
      [navigator, "mediaDevices", { getUserMedia }],
    ] as const
  ).map(([owner, name, value]) => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
    return [owner, name, before] as const;
  });
  return microphone;
}
