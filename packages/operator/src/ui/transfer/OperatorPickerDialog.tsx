import { useId, useState, type ReactNode, type SubmitEvent } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import { LineSkeleton, useDelayedLoading } from "../loading/Skeleton.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { DialogActions } from "../dialog/dialog.tsx";
import { ErrorMessage } from "../loading/ErrorMessage.tsx";
import type { TransferCandidate } from "./transfer-candidates.ts";
import { OperatorPicker } from "./OperatorPicker.tsx";
import { useApiMutation } from "../mutation.ts";
import { t } from "./dialog-text.ts";

/** Props of the dialog's radio group, which other choices join by the same `name`. */
interface OperatorPickerOptions {
  readonly name: string;
  readonly chosen: string | null;
  readonly onChoose: (value: string) => void;
}
interface OperatorPickerDialogProps {
  title: string;
  /** Text of the button, for the chosen value. */
  button: string | ((chosen: string | null) => string);
  canChoose?: (candidate: TransferCandidate) => boolean;
  /** Undefined while loading. */
  candidates: readonly TransferCandidate[] | undefined;
  error: unknown;
  /**
   * Receives `o:<id>` or the value of another choice. If it rejects, the dialog shows the error.
   */
  onPick: (chosen: string) => Promise<unknown>;
  onClose: () => void;
  /** Content below the operators. */
  children: (picking: OperatorPickerOptions) => ReactNode;
}

/** Selects an operator for a chat and runs an action. Closes after it succeeds. */
export function OperatorPickerDialog({
  title,
  button,
  candidates,
  canChoose,
  error,
  onPick,
  onClose,
  children,
}: OperatorPickerDialogProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, failure, run } = useApiMutation();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const isDelayed = useDelayedLoading(candidates === undefined && !error);
  const pickerOptions: OperatorPickerOptions = { name: `${id}-to`, chosen, onChoose: setChosen };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen === null || offline) return;
    void run(async () => {
      await onPick(chosen);
      onClose();
    });
  };
  const unavailableReason = offline ? t("dialog.offline") : chosen === null && t("transfer.choose");
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={t("dialog.cancel")}
          onClose={onClose}
          button={typeof button === "string" ? button : button(chosen)}
          unavailableReason={unavailableReason}
          busy={busy}
          form={id}
        />
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        {failure !== null && <ErrorMessage error={failure} />}
        {Boolean(error) && <ErrorMessage error={error} />}
        {isDelayed && <LineSkeleton />}
        {candidates && (
          <OperatorPicker
            hasInitialFocus
            legend={t("transfer.colleague")}
            candidates={candidates}
            canChoose={canChoose}
            {...pickerOptions}
          />
        )}
        {children(pickerOptions)}
      </form>
    </Dialog>
  );
}
