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

/** Snoozes a chat until a time in words, which is shown as understood (SNZ-009). */
export function SnoozeDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const id = useId();
  const [comesBack, setComesBack] = useState(!(chat.snoozed?.stay ?? false));
  const { snooze } = useSnooze(chat);
  const { busy, failure, run } = useApiMutation();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const choice = useTimeChoice((until) => {
    if (offline) return;
    void run(async () => {
      await snooze(until, !comesBack);
      onClose();
    });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    choice.pick(choice.active);
  };
  const name = getVisitorName(chat);
  return (
    <Dialog
      title={t("snooze.title", { name })}
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
          label={t("snooze.back", { name })}
          checked={comesBack}
          onChange={(event) => setComesBack(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
