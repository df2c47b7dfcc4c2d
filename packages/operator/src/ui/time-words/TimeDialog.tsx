import { useId, type ReactNode, type SubmitEvent } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import { Dialog, DialogActions } from "../dialog/dialog.tsx";
import { ErrorMessage } from "../loading/ErrorMessage.tsx";
import { useApiMutation } from "../mutation.ts";
import { t as dialogText } from "../transfer/dialog-text.ts";
import type { TimeLimits } from "./read-words.ts";
import { t } from "./text.ts";
import { TimeChoice } from "./TimeChoice.tsx";
import { useTimeChoice } from "./use-time-choice.ts";

interface TimeDialogProps extends TimeLimits {
  title: string;
  /** Label of the field for the time. */
  label: string;
  button: string;
  /** Why nothing can be chosen now, or false. */
  unavailable?: string | false;
  /** Receives the time in Unix ms. If it rejects, the dialog stays open and shows the error. */
  onTime: (at: number) => Promise<unknown>;
  onClose: () => void;
  /** Fields before the time, and after it. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Asks for a time in words, which are shown as understood. */
export function TimeDialog(props: TimeDialogProps) {
  const { title, label, button, unavailable = false, onTime, onClose, before, after } = props;
  const id = useId();
  const { busy, failure, run } = useApiMutation();
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const reason = isOffline ? dialogText("dialog.offline") : unavailable;
  const choice = useTimeChoice((at) => {
    if (reason !== false) return;
    void run(async () => {
      await onTime(at);
      onClose();
    });
  }, props);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The button that opened the dialog may be in a form, which must not be sent.
    event.stopPropagation();
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
          button={button}
          unavailableReason={reason || (choice.active === null && t("time.choose"))}
          busy={busy}
          form={id}
        />
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        {failure !== null && <ErrorMessage error={failure} />}
        {before}
        <TimeChoice label={label} choice={choice} />
        {after}
      </form>
    </Dialog>
  );
}
