import { useId, type ReactNode } from "react";
import { Dialog, DialogActions } from "../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { t } from "./text.ts";

interface FormDialogProps {
  title: string;
  button: string;
  /** What is missing. False: the form can be sent. */
  missing: string | false;
  /** Sends the form. The dialog shows a failure. */
  send: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog with a few fields, which Enter sends. */
export function FormDialog({ title, button, missing, send, onClose, children }: FormDialogProps) {
  const id = useId();
  const { busy, failure, run } = useApiMutation();
  return (
    <Dialog
      title={title}
      open
      // Sending may navigate while the dialog is still open.
      keepsText
      onClose={onClose}
      actions={
        <DialogActions
          cancel={t("articles.cancel")}
          onClose={onClose}
          button={button}
          form={id}
          unavailableReason={missing}
          busy={busy}
        />
      }
    >
      <form
        id={id}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === false) void run(send);
        }}
      >
        {failure !== null && <ErrorMessage error={failure} />}
        {children}
      </form>
    </Dialog>
  );
}
