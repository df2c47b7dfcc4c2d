import type { AccountOverview } from "@parlour/protocol/api";
import type { OidcProvider, NewOidcProvider } from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { t as page } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { t } from "./text.ts";

interface SingleSignOnDialogProps {
  /** The provider to change, or null for a new one. */
  provider: OidcProvider | null;
  onClose: () => void;
  onSaved: () => void;
}

/**
 * Dialog that adds or changes a sign-in provider. The server contacts the provider before it saves
 * the change.
 */
export function SingleSignOnDialog({ provider, onClose, onSaved }: SingleSignOnDialogProps) {
  const { data: accounts = [] } = useQuery({
    queryKey: ["accounts"],
    queryFn: () => api.list<AccountOverview>("/accounts"),
  });
  const form = useForm<OidcFormValues>({
    saved: toFormValues(provider),
    validate: validateOidc,
    mapErrorField: (error) =>
      (Object.keys(toFormValues(null)) as (keyof OidcFormValues)[]).find(
        (name) => name === error.field?.split(".")[0],
      ) ?? null,
    save: async (values) => {
      const body = toRequestBody(values, accounts[0]?.id ?? null);
      await (provider === null
        ? api.post("/instance/oidc", body)
        : api.patch(`/instance/oidc/${provider.id}`, body));
      onSaved();
    },
  });
  const title = provider === null ? t("oidc.add") : t("oidc.edit.what", { name: provider.name });
  return (
    <FormDialog title={title} wide form={form} verb={page("page.save")} onClose={onClose}>
      <ProviderFields form={form} hasSecret={provider?.has_secret === true} accounts={accounts} />
    </FormDialog>
  );
}

interface ProviderFieldsProps {
  form: Form<OidcFormValues>;
  hasSecret: boolean;
  accounts: readonly AccountOverview[];
}

function ProviderFields({ form, hasSecret, accounts }: ProviderFieldsProps) {
  const bindProviderField = (name: keyof OidcFormValues) => ({
    ...bindField(form, name),
    autoComplete: "off",
  });
  const roles = oidcRoles.map((role) => ({ value: role, label: t(`oidc.role.${role}`) }));
  return (
    <>
      <TextField label={t("oidc.name")} {...bindProviderField("name")} maxLength={60} />
      <TextField
        label={t("oidc.issuer")}
        hint={t("oidc.issuer.hint")}
        {...bindProviderField("issuer")}
        type="url"
        mono
        maxLength={2048}
      />
      <TextField
        label={t("oidc.client")}
        {...bindProviderField("client_id")}
        mono
        maxLength={300}
      />
      <TextField
        label={t("oidc.secret")}
        hint={t(hasSecret ? "oidc.secret.kept" : "oidc.secret.hint")}
        {...bindProviderField("client_secret")}
        type="password"
        maxLength={1000}
      />
      <TextField
        label={t("oidc.domains")}
        hint={t("oidc.domains.hint")}
        {...bindProviderField("domains")}
        maxLength={2000}
      />
      <Select label={t("oidc.role")} {...bindProviderField("role")} options={roles} />
      {form.values.role !== "none" && (
        <Select
          label={t("oidc.account")}
          {...bindProviderField("account_id")}
          options={accounts.map((account) => ({ value: String(account.id), label: account.name }))}
        />
      )}
    </>
  );
}

/** Form values of a sign-in provider. With the role "none", new operators are not invited. */
type OidcFormValues = Record<
  "name" | "issuer" | "client_id" | "client_secret" | "domains" | "role" | "account_id",
  string
>;

const oidcRoles = ["none", "operator", "viewer", "developer", "admin"] as const;

const toFormValues = (provider: OidcProvider | null): OidcFormValues => ({
  name: provider?.name ?? "",
  issuer: provider?.issuer ?? "https://",
  client_id: provider?.client_id ?? "",
  client_secret: "",
  domains: provider?.domains.join(", ") ?? "",
  role: provider?.role ?? "none",
  account_id: String(provider?.account_id ?? ""),
});

/** Returns the errors by field before anything is sent. The server validates again. */
const validateOidc = (values: OidcFormValues): Partial<OidcFormValues> => ({
  ...(values.name.trim() === "" && { name: t("oidc.name.missing") }),
  ...(!/^https?:\/\/.+/.test(values.issuer.trim()) && { issuer: t("oidc.issuer.missing") }),
  ...(values.client_id.trim() === "" && { client_id: t("oidc.client.missing") }),
});

/**
 * Returns the request body. If no account is chosen, invited operators join `firstAccount`. An
 * empty secret keeps the stored one.
 */
function toRequestBody(values: OidcFormValues, firstAccount: number | null): NewOidcProvider {
  const isInviting = values.role !== "none";
  return {
    name: values.name.trim(),
    issuer: values.issuer.trim(),
    client_id: values.client_id.trim(),
    ...(values.client_secret !== "" && { client_secret: values.client_secret }),
    domains: values.domains.split(/[\s,;]+/).filter((domain) => domain !== ""),
    role: isInviting ? (values.role as "operator") : null,
    account_id: !isInviting
      ? null
      : values.account_id === ""
        ? firstAccount
        : Number(values.account_id),
  };
}
