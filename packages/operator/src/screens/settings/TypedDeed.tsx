import { useState, type ComponentProps } from "react";
import { useDeed } from "../../ui/deed.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogActions } from "../../ui/DialogActions.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { t } from "./text.ts";

interface Props {
  title: string;
  cancel: string;
  verb: string;
  /** Label of the text field. */
  label: string;
  /** The text that the operator must type. */
  word: string;
  inputMode?: ComponentProps<typeof TextField>["inputMode"];
  deed: () => Promise<unknown>;
  onClose: () => void;
  /** Explains what the action does. */
  children: string;
}

/**
 * Confirms an irreversible action after the operator typed a name. An error is shown in the dialog.
 */
export function TypedDeed({ title, cancel, verb, label, word, inputMode, deed, onClose, children }: Props) {
  const [typed, setTyped] = useState("");
  const { busy, failure, run } = useDeed();
  const sure = typed.trim() === word.trim();
  const why = !sure && t("typed.why", { word: word.trim() });
  const actions = (
    <DialogActions cancel={cancel} onClose={onClose} verb={verb} danger why={why} busy={busy} onPress={() => void run(deed)} />
  );
  return (
    <Dialog title={title} open onClose={onClose} alert actions={actions}>
      {failure !== null && <Failure error={failure} />}
      <p>{children}</p>
      <TextField
        label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}
