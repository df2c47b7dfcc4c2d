import {
  createVoiceRecorder,
  type VoiceRecorder,
  type VoiceState,
} from "@parlour/client/uploads/voice-recorder";
import { useEffect, useRef, useState } from "react";
import { browserClock } from "../../../../state/clock.ts";
import { useLatest } from "../../../../ui/keyboard/use-latest.ts";

/** Records voice messages. The end of the component ends a recording and passes it on, too. */
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
