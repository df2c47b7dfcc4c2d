import { useId, useState, type SubmitEvent } from "react";
import { useApiMutation } from "../mutation.ts";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog.tsx";
import { ErrorMessage } from "../loading/ErrorMessage.tsx";
import { TextField } from "../Field.tsx";

/** Maximum length of the reason for a close or a declined transfer (API-232). */
const maxReasonLength = 300;

interface ReasonDialogProps {
  title: string;
  /** Text above the field. */
  text?: string;
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  button: string;
  cancel: string;
  /** Shown while a required reason is empty. Without it, the reason is optional. */
  missingText?: string;
  /** Why the action is currently unavailable, independent of the entered reason. */
  blockedReason?: string | false;
  /**
   * Receives the trimmed reason. Calls `onClose` after what can fail, and before it navigates, or
   * the dialog asks about the text.
   */
  onReason: (reason: string) => Promise<unknown> | void;
  onClose: () => void;
}

/** Dialog that requests a reason for an action and then runs the action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    text,
    label,
    hint,
    placeholder,
    button,
    cancel,
    missingText,
    blockedReason = false,
    onReason,
    onClose,
  } = props;
  const id = useId();
  const [typed, setTyped] = useState("");
  const { busy, failure, run } = useApiMutation();
  const reason = typed.trim();
  const unavailableReason = blockedReason !== false ? blockedReason : reason === "" && missingText;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typeof unavailableReason === "string" || busy) return;
    void run(async () => {
      await onReason(reason);
    });
  };
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={cancel}
          onClose={onClose}
          button={button}
          unavailableReason={unavailableReason ?? false}
          busy={busy}
          form={id}
        />
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        {text !== undefined && <p className="soft">{text}</p>}
        {failure !== null && <ErrorMessage error={failure} />}
        <TextField
          label={label}
          hint={hint}
          placeholder={placeholder}
          value={typed}
          maxLength={maxReasonLength}
          required={missingText !== undefined}
          // The dialog is opened to enter a reason.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
