import type { ApiKeyWithKey } from "@parlour/protocol/api";
import { browserClock } from "../../../state/clock.ts";
import { api } from "../../../state/api/api.ts";
import { Select, Switch, TextField } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { t } from "../text.ts";
import { useForm } from "../kit/form/use-form.ts";

/** A newly created key. The server never returns it again. */
export interface CreatedApiKey {
  name: string;
  key: string;
}

interface NewApiKeyDialogProps {
  onClose: () => void;
  onCreated: (key: CreatedApiKey) => void;
}

/** New keys expire after this number of days, unless the form says otherwise. */
const defaultDays = "90";

/** Form that creates a key with full or read-only access. */
export function NewApiKeyDialog({ onClose, onCreated }: NewApiKeyDialogProps) {
  const form = useForm({
    saved: { name: "", scope: "*", send: false, days: defaultDays },
    validate: ({ name }) => (name.trim() === "" ? { name: t("apikeys.missing") } : {}),
    save: async ({ name, scope, send, days }) => {
      const created = await api.post<ApiKeyWithKey>("/api-keys", {
        name: name.trim(),
        scopes: scope === "*" && send ? [scope, "mcp.send"] : [scope],
        expires_at: toExpiryTime(days),
      });
      onCreated({ name: created.name, key: created.key ?? "" });
    },
  });
  return (
    <FormDialog
      title={t("apikeys.create.title")}
      form={form}
      verb={t("apikeys.new")}
      onClose={onClose}
    >
      <TextField
        {...bindField(form, "name")}
        label={t("apikeys.name")}
        hint={t("apikeys.name.hint")}
        maxLength={100}
        autoComplete="off"
      />
      <Select
        {...bindField(form, "scope")}
        label={t("apikeys.scope")}
        options={[
          { value: "*", label: t("apikeys.scope.all") },
          { value: "*.read", label: t("apikeys.scope.read") },
        ]}
      />
      {form.values.scope === "*" && (
        <Switch
          label={t("apikeys.send")}
          hint={t("apikeys.send.hint")}
          checked={form.values.send}
          onChange={(event) => form.set("send", event.target.checked)}
        />
      )}
      <Select
        {...bindField(form, "days")}
        label={t("apikeys.ends")}
        hint={t("apikeys.ends.hint")}
        options={[
          { value: "", label: t("page.never") },
          ...["30", "90", "365"].map((days) => ({
            value: days,
            label: t("apikeys.days", { n: Number(days) }),
          })),
        ]}
      />
    </FormDialog>
  );
}

const toExpiryTime = (days: string): string | null =>
  days === "" ? null : new Date(browserClock.now() + Number(days) * 86_400_000).toISOString();
