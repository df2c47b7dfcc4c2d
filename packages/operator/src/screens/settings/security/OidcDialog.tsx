import type { AccountOverview } from "@parlour/protocol/api";
import type { OidcProvider } from "@parlour/protocol/api-session";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import { bind } from "../bound.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { t as page } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { bodyOf, checkOidc, oidcRoles, valuesOf, type OidcValues } from "./oidc-form.ts";
import { t } from "./text.ts";

interface Props {
  /** null: a new provider. */
  provider: OidcProvider | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds or changes a sign-in provider. The server contacts the provider before it saves. */
export function OidcDialog({ provider, onClose, onSaved }: Props) {
  const { data: accounts = [] } = useQuery({ queryKey: ["accounts"], queryFn: () => api.list<AccountOverview>("/accounts") });
  const form = useForm<OidcValues>({
    saved: valuesOf(provider),
    check: checkOidc,
    fieldOf: (error) => (Object.keys(valuesOf(null)) as (keyof OidcValues)[]).find((name) => name === error.field?.split(".")[0]) ?? null,
    save: async (values) => {
      const body = bodyOf(values, accounts[0]?.id ?? null);
      await (provider === null ? api.post("/instance/oidc", body) : api.patch(`/instance/oidc/${provider.id}`, body));
      onSaved();
    },
  });
  const title = provider === null ? t("oidc.add") : t("oidc.edit.what", { name: provider.name });
  return (
    <FormDialog title={title} wide form={form} verb={page("page.save")} onClose={onClose}>
      <Fields form={form} hasSecret={provider?.has_secret === true} accounts={accounts} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: Form<OidcValues>;
  hasSecret: boolean;
  accounts: readonly AccountOverview[];
}

function Fields({ form, hasSecret, accounts }: FieldsProps) {
  const field = (name: keyof OidcValues) => ({ ...bind(form, name), autoComplete: "off" });
  const roles = oidcRoles.map((role) => ({ value: role, label: t(`oidc.role.${role}`) }));
  return (
    <>
      <TextField label={t("oidc.name")} {...field("name")} maxLength={60} />
      <TextField label={t("oidc.issuer")} hint={t("oidc.issuer.hint")} {...field("issuer")} type="url" mono maxLength={2048} />
      <TextField label={t("oidc.client")} {...field("client_id")} mono maxLength={300} />
      <TextField
        label={t("oidc.secret")}
        hint={t(hasSecret ? "oidc.secret.kept" : "oidc.secret.hint")}
        {...field("client_secret")}
        type="password"
        maxLength={1000}
      />
      <TextField label={t("oidc.domains")} hint={t("oidc.domains.hint")} {...field("domains")} maxLength={2000} />
      <Select label={t("oidc.role")} {...field("role")} options={roles} />
      {form.values.role !== "none" && (
        <Select
          label={t("oidc.account")}
          {...field("account_id")}
          options={accounts.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      )}
    </>
  );
}
