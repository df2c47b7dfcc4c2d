import type { Chat } from "@parlour/protocol";
import { useId, useState, type SubmitEvent } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Dialog, DialogActions } from "../../../ui/dialog/dialog.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t as dialogText } from "../../../ui/transfer/dialog-text.ts";
import { t } from "./text.ts";
import { TimeChoice } from "./TimeChoice.tsx";
import { useSnooze } from "./use-snooze.ts";
import { useTimeChoice } from "./use-time-choice.ts";

/** Snoozes a chat until a time in words (SNZ-009). */
export function SnoozeDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { snooze } = useSnooze(chat);
  const name = getVisitorName(chat);
  return (
    <SnoozeTimeDialog
      title={t("snooze.title", { name })}
      backLabel={t("snooze.back", { name })}
      stay={chat.snoozed?.stay ?? false}
      onSnooze={snooze}
      onClose={onClose}
    />
  );
}

interface SnoozeTimeDialogProps {
  title: string;
  /** Label of the switch that lets messages of the customer end the snooze. */
  backLabel: string;
  /** Whether messages do not end it, at first. */
  stay: boolean;
  /** Receives Unix milliseconds. If it rejects, the dialog stays open and shows the error. */
  onSnooze: (until: number, stay: boolean) => Promise<void>;
  onClose: () => void;
}

/** Asks until when to snooze. The words are shown as understood. */
export function SnoozeTimeDialog({
  title,
  backLabel,
  stay,
  onSnooze,
  onClose,
}: SnoozeTimeDialogProps) {
  const id = useId();
  const [comesBack, setComesBack] = useState(!stay);
  const { busy, failure, run } = useApiMutation();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const choice = useTimeChoice((until) => {
    if (offline) return;
    void run(async () => {
      await onSnooze(until, !comesBack);
      onClose();
    });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    choice.pick(choice.active);
  };
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={dialogText("dialog.cancel")}
          onClose={onClose}
          verb={t("snooze.verb")}
          unavailableReason={
            offline ? dialogText("dialog.offline") : choice.active === null && t("snooze.choose")
          }
          busy={busy}
          form={id}
        />
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        {failure !== null && <ErrorMessage error={failure} />}
        <TimeChoice choice={choice} />
        <Switch
          label={backLabel}
          checked={comesBack}
          onChange={(event) => setComesBack(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
