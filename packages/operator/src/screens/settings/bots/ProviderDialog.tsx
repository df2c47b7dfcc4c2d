import type { BotProvider } from "@parlour/protocol/api";
import { useCurrentOperator } from "../../../state/session.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useKindForm } from "../kit/kind/use-kind-form.ts";
import { t as shared } from "../text.ts";
import { providerScreen } from "./provider-screen.tsx";
import { t } from "./text.ts";

interface ProviderDialogProps {
  provider: BotProvider | null;
  onClose: () => void;
}

/** Issues, requests or changes a provider (BOT-001, BOT-002). */
export function ProviderDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const { instance_owner, email } = useCurrentOperator();
  const screen =
    provider === null && instance_owner
      ? { ...providerScreen, newValues: () => ({ contact: email }) }
      : { ...providerScreen, sections: [{ fields: ["name", "contact", "endpoint_url"] }] };
  const form = useKindForm(screen, provider, {
    onSaved: ({ id, name, state }) => {
      if (provider !== null) toast(shared("page.saved"));
      else toast(t(state === "active" ? "providers.made" : "providers.waits", { name, id }));
      onClose();
    },
    dialog: (close) => <ProviderDialog {...props} onClose={close} />,
  });
  const newTitle = instance_owner ? "providers.add" : "providers.ask";
  return (
    <FormDialog
      title={t(provider === null ? newTitle : "providers.edit")}
      form={form}
      button={shared("page.save")}
      onClose={onClose}
    >
      <KindFields screen={screen} form={form} readOnly={false} />
    </FormDialog>
  );
}
