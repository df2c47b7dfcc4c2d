import type { ApiKey, ApiKeyWithKey } from "@parlour/protocol/api";
import { useState } from "react";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { OneTimeSecret } from "../resource/parts.tsx";
import { KindFields } from "./KindFields.tsx";
import type { KindScreen } from "./kind-screen.ts";
import { useKindForm } from "./use-kind-form.ts";

interface NewKeyDialogProps {
  screen: KindScreen<ApiKey>;
  title: string;
  button: string;
  /** Names the key that was created: "API key Shop". */
  describe: (name: string) => string;
  /** Says below the key that it is shown once. */
  hint: string;
  /** Says what to do about a key that nobody could see (CORE-482). */
  describeLost: (name: string) => string;
  onClose: () => void;
  /** Shows the key on the page. Absent: the dialog shows it, because the page was left. */
  onCreated?: ((key: ApiKeyWithKey) => void) | undefined;
}

/** Creates a key of the service API or for SCIM, which is shown once. */
export function NewKeyDialog(props: NewKeyDialogProps) {
  const { screen, title, button, describe, hint, describeLost, onClose, onCreated } = props;
  const [created, setCreated] = useState<ApiKeyWithKey | null>(null);
  const form = useKindForm<ApiKeyWithKey>(screen, null, {
    onSaved: onCreated ?? setCreated,
    dialog: (close) => <NewKeyDialog {...props} onCreated={undefined} onClose={close} />,
    describeLost: ({ name }) => describeLost(name),
  });
  if (created !== null)
    return (
      <Dialog title={title} open onClose={onClose}>
        <OneTimeSecret
          label={describe(created.name)}
          value={created.key ?? ""}
          hint={hint}
          onClose={onClose}
        />
      </Dialog>
    );
  return (
    <FormDialog title={title} form={form} button={button} onClose={onClose}>
      <KindFields screen={screen} form={form} readOnly={false} />
    </FormDialog>
  );
}
