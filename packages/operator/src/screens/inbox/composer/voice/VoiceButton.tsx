// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import "./voice.css";
import { canRecordVoice } from "@parlour/client/uploads/voice-recorder";
import {
  IconAlertCircle,
  IconMicrophone,
  IconPlayerRecordFilled,
  IconPlayerStop,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { Icon } from "../../../../ui/Icon.tsx";
import { useCommands } from "../../../../ui/keyboard/commands.ts";
import { useShortcuts } from "../../../../ui/keyboard/shortcuts.ts";
import { announce } from "../../../../ui/live-region.tsx";
import { formatDuration } from "../../../../ui/time.ts";
import type { ComposerApi } from "../../picker/composer-api.ts";
import { addFiles } from "../attach/add-files.ts";
import { t } from "./text.ts";
import { useVoiceRecorder } from "./use-voice-recorder.ts";

/** Button that records a voice message. The recording becomes a file of the reply. */
export function VoiceButton({ composer }: { composer: ComposerApi }) {
  return canRecordVoice() ? <VoiceTools composer={composer} /> : null;
}

function VoiceTools({ composer: { chat, field } }: { composer: ComposerApi }) {
  const { uploads } = useLiveClient();
  const { recorder, ...state } = useVoiceRecorder((file, seconds) => {
    addFiles(uploads, chat.id, [file], seconds);
    announce(t("voice.recorded"));
    field.current?.focus();
  });
  const toggle = () => (state.name === "recording" ? recorder()?.stop() : recorder()?.start());
  useShortcuts({ v: toggle });
  useCommands(() => [
    {
      title: getVisitorName(chat),
      kind: "chat",
      isAddition: true,
      commands: [
        { id: "voice", label: t("voice.record"), icon: IconMicrophone, keys: "V", run: toggle },
      ],
    },
  ]);
  const discard = () => {
    recorder()?.discard();
    field.current?.focus();
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={IconMicrophone}
        aria-label={t("voice.record")}
        aria-pressed={state.name === "recording"}
        keys="V"
        onClick={toggle}
      />
      {state.name === "recording" ? (
        <RecordingBar {...state} onStop={toggle} onDiscard={discard} />
      ) : (
        state.name !== "idle" && (
          <div className="recorder">
            {state.name === "problem" && <Icon of={IconAlertCircle} />}
            <p className="grow" role="alert">
              {t(state.name === "asking" ? "voice.asking" : `voice.${state.problem}`)}
            </p>
            <Button variant="quiet" icon={IconX} aria-label={t("voice.close")} onClick={discard} />
          </div>
        )
      )}
    </>
  );
}

interface RecordingBarProps {
  elapsedMs: number;
  level: number;
  onStop: () => void;
  onDiscard: () => void;
}

/** Shows time and loudness of the recording. Stop gets the focus, so that Enter ends it. */
function RecordingBar({ elapsedMs, level, onStop, onDiscard }: RecordingBarProps) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    announce(t("voice.recording"));
    stop.current?.focus();
  }, []);
  return (
    <div className="recorder" role="group" aria-label={t("voice.recording")}>
      <Icon of={IconPlayerRecordFilled} />
      <span className="num" role="timer">
        {formatDuration(elapsedMs)}
      </span>
      <progress className="bar" aria-hidden="true" value={level} />
      <Button ref={stop} icon={IconPlayerStop} onClick={onStop}>
        {t("voice.stop")}
      </Button>
      <Button
        variant="quiet"
        icon={IconTrash}
        aria-label={t("voice.discard")}
        onClick={onDiscard}
      />
    </div>
  );
}
