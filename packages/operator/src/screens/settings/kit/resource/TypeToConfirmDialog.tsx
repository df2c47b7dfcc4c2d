import { useState, type ComponentProps } from "react";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../../../ui/Field.tsx";
import { t } from "../../text.ts";

interface TypeToConfirmProps {
  title: string;
  cancel: string;
  button: string;
  /** Label of the text field. */
  label: string;
  /** Text that the operator must type to confirm. */
  requiredText: string;
  inputMode?: ComponentProps<typeof TextField>["inputMode"];
  action: () => Promise<unknown>;
  onClose: () => void;
  /** Text that explains the effect of the action. */
  children: string;
}

/**
 * Asks the operator to type a name before an irreversible action. If the action fails, the dialog
 * shows the error.
 */
export function TypeToConfirmDialog({
  title,
  cancel,
  button,
  label,
  requiredText,
  inputMode,
  action,
  onClose,
  children,
}: TypeToConfirmProps) {
  const [enteredText, setEnteredText] = useState("");
  const { busy, failure, run } = useApiMutation();
  const isConfirmed = enteredText.trim() === requiredText.trim();
  const disabledReason = !isConfirmed && t("typed.why", { word: requiredText.trim() });
  const actions = (
    <DialogActions
      cancel={cancel}
      onClose={onClose}
      button={button}
      danger
      unavailableReason={disabledReason}
      busy={busy}
      onPress={() => void run(action)}
    />
  );
  return (
    <Dialog title={title} open onClose={onClose} alert actions={actions}>
      {failure !== null && <ErrorMessage error={failure} />}
      <p>{children}</p>
      <TextField
        label={label}
        value={enteredText}
        onChange={(event) => setEnteredText(event.target.value)}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}
