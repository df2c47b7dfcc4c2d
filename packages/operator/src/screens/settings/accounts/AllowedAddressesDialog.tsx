import type { AccountOverview } from "@parlour/protocol/api";
import { api } from "../../../state/api/api.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { t } from "./text.ts";

/** Form with the email addresses and domains that an account may use (CON-067), one per line. */
export function AllowedAddressesDialog(props: { account: AccountOverview; onClose: () => void }) {
  const { account, onClose } = props;
  const { id, name, allowed_addresses } = account;
  const form = useForm({
    name: `accounts/${id}`,
    subject: t("accounts.addresses.title", { name }),
    dialog: (close) => <AllowedAddressesDialog {...props} onClose={close} />,
    saved: { addresses: allowed_addresses.join("\n") },
    mapErrorField: (error) => (error.status === 400 ? "addresses" : null),
    save: async ({ addresses }) => {
      const list = addresses.split(/[\s,;]+/).filter((text) => text !== "");
      await api.patch(`/accounts/${id}`, { allowed_addresses: list });
      invalidateLists("accounts");
      toast(t("accounts.addresses.saved", { name }));
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t("accounts.addresses.title", { name })}
      form={form}
      button={t("accounts.addresses.save")}
      onClose={onClose}
    >
      <TextArea
        {...bindField(form, "addresses")}
        label={t("accounts.addresses.label")}
        hint={t("accounts.addresses.hint")}
        rows={6}
        spellCheck={false}
      />
    </FormDialog>
  );
}
