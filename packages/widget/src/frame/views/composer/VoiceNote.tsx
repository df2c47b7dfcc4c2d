// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import {
  canRecordVoice,
  createVoiceRecorder,
  type VoiceState,
} from "@parlour/client/uploads/voice-recorder";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { browserClock } from "../../../clock.ts";
import { Icon, OutlineIcon } from "../Icon.tsx";
import { addStyles } from "../styles.ts";
import type { TextProps } from "../view-props.ts";
import type { ChosenFile } from "./use-uploads.ts";
import css from "./voice-note.css?inline";

addStyles(css);

interface VoiceNoteProps extends TextProps {
  readonly attach: (files: readonly ChosenFile[]) => void;
  /** Restores the focus. */
  readonly then: () => void;
}
interface Recording {
  readonly file: ChosenFile;
  readonly url: string;
}

/** A button that records a voice message. The visitor can listen to it before it is sent. */
export function VoiceNote({ t, attach, then }: VoiceNoteProps) {
  const [state, setState] = useState<VoiceState>({ name: "idle" });
  const [recording, setRecording] = useState<Recording | null>(null);
  const [recorder] = useState(() =>
    createVoiceRecorder({
      clock: browserClock,
      onState: setState,
      onRecorded: (file, seconds) =>
        setRecording({
          file: Object.assign(file, { voice: seconds }),
          url: URL.createObjectURL(file),
        }),
    }),
  );
  useEffect(() => () => recorder.discard(), [recorder]);
  const end = (sent: readonly ChosenFile[]): void => {
    if (recording !== null) URL.revokeObjectURL(recording.url);
    if (sent.length > 0) attach(sent);
    recorder.discard();
    setRecording(null);
    then();
  };
  if (!canRecordVoice()) return null;
  return (
    <>
      <button
        type="button"
        class="pw-icon"
        aria-label={t("voiceRecord")}
        aria-pressed={state.name === "recording"}
        aria-disabled={recording !== null}
        onClick={() => {
          if (state.name === "recording") recorder.stop();
          else if (recording === null) recorder.start();
        }}
      >
        <OutlineIcon path={microphonePath} />
      </button>
      {recording !== null ? (
        <div class="pw-voice" role="group" aria-label={t("voice")}>
          <DiscardButton t={t} discard={() => end([])} />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the visitor has just said it */}
          <audio controls src={recording.url} aria-label={t("voice")} />
          <FocusedButton label={t("send")} press={() => end([recording.file])}>
            <Icon name="send" />
          </FocusedButton>
        </div>
      ) : state.name === "recording" ? (
        <div class="pw-voice" role="group" aria-label={t("voice")}>
          <DiscardButton t={t} discard={() => end([])} />
          <span role="timer" class="pw-num">
            {formatLength(state.elapsedMs)}
          </span>
          <progress value={state.level} aria-hidden="true" />
          <FocusedButton label={t("voiceStop")} press={recorder.stop}>
            <OutlineIcon path={stopPath} />
          </FocusedButton>
        </div>
      ) : state.name === "idle" ? null : (
        <div class="pw-voice">
          <DiscardButton t={t} discard={() => end([])} />
          <span role="alert">
            {t(
              state.name === "asking"
                ? "voiceAllow"
                : state.problem === "denied"
                  ? "voiceBlocked"
                  : "voiceFailed",
            )}
          </span>
        </div>
      )}
    </>
  );
}

function DiscardButton({ t, discard }: TextProps & { readonly discard: () => void }) {
  return (
    <button type="button" class="pw-icon" aria-label={t("voiceDiscard")} onClick={discard}>
      <Icon name="x" />
    </button>
  );
}

interface FocusedButtonProps {
  readonly label: string;
  readonly press: () => void;
  readonly children: ComponentChildren;
}
/** A button that takes the focus when it appears. */
function FocusedButton({ label, press, children }: FocusedButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <button type="button" class="pw-send" aria-label={label} onClick={press} ref={ref}>
      <span>{children}</span>
    </button>
  );
}

function formatLength(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const microphonePath =
  "M10 2.75a2.25 2.25 0 0 1 2.25 2.25v4.5a2.25 2.25 0 0 1-4.5 0V5A2.25 2.25 0 0 1 10 2.75zM5 9.5a5 5 0 0 0 10 0M10 14.5v2.75M7.5 17.25h5";
const stopPath = "M6 6h8v8H6z";
