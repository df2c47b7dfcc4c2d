import type { ApiKeyWithKey } from "@parlour/protocol/api";
import { api } from "../../state/api.ts";
import { Select, TextField } from "../../ui/Field.tsx";
import { bind } from "./bound.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

/** A key just after its creation. The server never returns it again. */
export interface MadeKey {
  name: string;
  key: string;
}

/** Creates a key with full or read-only access. */
export function NewKey({ onClose, onMade }: { onClose: () => void; onMade: (key: MadeKey) => void }) {
  const form = useForm({
    saved: { name: "", scope: "*", days: "" },
    check: ({ name }) => (name.trim() === "" ? { name: t("apikeys.missing") } : {}),
    save: async ({ name, scope, days }) => {
      const made = await api.post<ApiKeyWithKey>("/api-keys", { name: name.trim(), scopes: [scope], expires_at: endOf(days) });
      onMade({ name: made.name, key: made.key ?? "" });
    },
  });
  return (
    <FormDialog title={t("apikeys.create.title")} form={form} verb={t("apikeys.new")} onClose={onClose}>
      <TextField {...bind(form, "name")} label={t("apikeys.name")} hint={t("apikeys.name.hint")} maxLength={100} autoComplete="off" />
      <Select
        {...bind(form, "scope")}
        label={t("apikeys.scope")}
        options={[
          { value: "*", label: t("apikeys.scope.all") },
          { value: "*.read", label: t("apikeys.scope.read") },
        ]}
      />
      <Select
        {...bind(form, "days")}
        label={t("apikeys.ends")}
        hint={t("apikeys.ends.hint")}
        options={[
          { value: "", label: t("page.never") },
          ...["30", "90", "365"].map((days) => ({ value: days, label: t("apikeys.days", { n: Number(days) }) })),
        ]}
      />
    </FormDialog>
  );
}

const endOf = (days: string): string | null => (days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString());
