import {
  createVoiceRecorder,
  type VoiceRecorder,
  type VoiceState,
} from "@parlour/client/uploads/voice-recorder";
import { useEffect, useRef, useState } from "react";
import { browserClock } from "../../../../state/clock.ts";
import { useLatest } from "../../../../ui/keyboard/use-latest.ts";

/**
 * Records voice messages. A recording that runs when the component is removed ends, and is passed
 * to `onRecorded` too.
 */
export function useVoiceRecorder(
  onRecorded: (file: File, seconds: number) => void,
): VoiceState & { readonly recorder: () => VoiceRecorder | null } {
  const [state, setState] = useState<VoiceState>({ name: "idle" });
  const latest = useLatest(onRecorded);
  const recorder = useRef<VoiceRecorder | null>(null);
  useEffect(() => {
    recorder.current = createVoiceRecorder({
      clock: {
        now: () => browserClock.monotonic(),
        after: (ms, run) => browserClock.after(ms, run),
      },
      onState: setState,
      onRecorded: (file, seconds) => latest.current(file, seconds),
    });
    return () => recorder.current?.stop();
  }, [latest]);
  return { ...state, recorder: () => recorder.current };
}
