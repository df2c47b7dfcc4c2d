import { useId, useState, type SubmitEvent } from "react";
import { useDeed } from "./deed.ts";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./DialogActions.tsx";
import { Failure } from "./Failure.tsx";
import { TextField } from "./Field.tsx";

/** API-025: the operator's words on a close or a declined transfer. */
const longestReason = 300;

interface ReasonDialogProps {
  title: string;
  /** Above the field. */
  text?: string;
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  verb: string;
  cancel: string;
  /** Says that a reason is needed; absent: it may stay empty. */
  missing?: string;
  /** Why the verb cannot be pressed now, whatever the reason. */
  blocked?: string | false;
  /**
   * Gets the reason without blanks around it, and calls `onClose`: after what can fail, whose failure the dialog shows; before what leads
   * to another screen, else the dialog asks whether the typed words are lost.
   */
  onReason: (reason: string) => Promise<unknown> | void;
  onClose: () => void;
}

/** Asks for the reason of an action, then carries it out. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, hint, placeholder, verb, cancel, missing, blocked = false, onReason, onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState("");
  const { busy, failure, run } = useDeed();
  const reason = typed.trim();
  const why = blocked !== false ? blocked : reason === "" && missing;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typeof why === "string" || busy) return;
    void run(async () => {
      await onReason(reason);
    });
  };
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={<DialogActions cancel={cancel} onClose={onClose} verb={verb} why={why ?? false} busy={busy} form={id} />}
    >
      <form id={id} className="form" onSubmit={submit}>
        {text !== undefined && <p className="soft">{text}</p>}
        {failure !== null && <Failure error={failure} />}
        <TextField
          label={label}
          hint={hint}
          placeholder={placeholder}
          value={typed}
          maxLength={longestReason}
          required={missing !== undefined}
          // The dialog is opened to write this.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
