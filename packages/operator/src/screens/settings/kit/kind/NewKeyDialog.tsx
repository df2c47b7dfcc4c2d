import type { ApiKey, ApiKeyWithKey } from "@parlour/protocol/api";
import { useState } from "react";
import { findText } from "../../../../text/index.ts";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { OneTimeSecret } from "../resource/parts.tsx";
import { KindFields } from "./KindFields.tsx";
import type { KindScreen } from "./kind-screen.ts";
import { useKindForm } from "./use-kind-form.ts";

interface NewKeyDialogProps {
  screen: KindScreen<ApiKey>;
  onClose: () => void;
  onCreated?: ((key: ApiKeyWithKey) => void) | undefined;
}

/** Creates a key, which is shown once: by `onCreated`, or by the dialog if its page was left. */
export function NewKeyDialog({ screen, onClose, onCreated }: NewKeyDialogProps) {
  const [created, setCreated] = useState<ApiKeyWithKey | null>(null);
  const { prefix } = screen;
  const text = (id: string, name = "") => findText(id, { name }) ?? "";
  const title = text(`${prefix}.new`);
  const form = useKindForm<ApiKeyWithKey>(screen, null, {
    onSaved: (key) => {
      (onCreated ?? setCreated)(key);
      if (onCreated) onClose();
    },
    dialog: (close) => <NewKeyDialog screen={screen} onClose={close} />,
    describeLost: ({ name }) => text(`${prefix}.lost`, name),
  });
  if (created === null)
    return (
      <FormDialog title={title} form={form} button={text(`${prefix}.add`)} onClose={onClose}>
        <KindFields screen={screen} form={form} readOnly={false} />
      </FormDialog>
    );
  const secret = { label: text(`${prefix}.done`, created.name), value: created.key ?? "" };
  return (
    <Dialog title={title} open onClose={onClose}>
      <OneTimeSecret {...secret} hint={text(`${prefix}.once`)} onClose={onClose} />
    </Dialog>
  );
}
