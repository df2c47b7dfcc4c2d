import { useLiveState } from "../../../state/live-context.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useKindForm } from "../kit/kind/use-kind-form.ts";
import { t as page } from "../text.ts";
import { blockListScreen } from "./screen.tsx";
import { t } from "./text.ts";

interface NewBlockDialogProps {
  onClose: () => void;
  onCreated: () => void;
}

/** Form that adds an entry: subject, duration, reason (CORE-070). */
export function NewBlockDialog({ onClose, onCreated }: NewBlockDialogProps) {
  const form = useKindForm(blockListScreen, null, {
    onSaved: ({ value }) => {
      onClose();
      onCreated();
      toast(t("blocklist.new.done", { value }));
    },
    dialog: (close) => <NewBlockDialog onClose={close} onCreated={onCreated} />,
  });
  const offline = useLiveState((state) => state.connection.kind === "offline");
  return (
    <FormDialog
      title={t("blocklist.new.title")}
      form={form}
      button={t("blocklist.new.verb")}
      cancel={t("blocklist.new.cancel")}
      danger
      disabledReason={offline && page("page.offline")}
      onClose={onClose}
    >
      <KindFields screen={blockListScreen} form={form} readOnly={false} />
    </FormDialog>
  );
}
