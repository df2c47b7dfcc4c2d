import type { AccountOverview } from "@parlour/protocol/api";
import type { OidcProvider } from "@parlour/protocol/api/people/session";
import type { Field } from "@parlour/protocol/settings/field";
import { oidc } from "@parlour/protocol/settings/kinds/oidc";
import { IconLogin2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/**
 * Settings → Sign-in: the OIDC providers of the installation (API-206, CFG-034). The server
 * contacts a provider before it saves a change.
 */
export const oidcScreen = kindScreen<OidcProvider>()({
  kind: oidc,
  prefix: "oidc",
  t,
  icon: IconLogin2,
  inDialog: true,
  isShown: (name, values) => name !== "account_id" || values["role"] !== "",
  labels: [{ label: "oidc.redirect" }],
  sections: [
    {
      fields: ["name", "issuer", "client_id", "client_secret", "domains", "role", "account_id"],
    },
  ],
  controls: { domains: DomainsControl, role: RoleControl, account_id: AccountControl },
  newValues: () => ({ issuer: "https://" }),
  columns: () => [
    { head: t("oidc.issuer"), className: "mono", cell: (provider) => provider.issuer },
    { head: t("oidc.role.short"), cell: ({ role }) => t(`oidc.role.${role ?? "none"}`) },
  ],
});

const useAccounts = () =>
  useQuery({
    queryKey: ["accounts"],
    queryFn: () => api.list<AccountOverview>("/accounts"),
  });

export function DomainsControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const [text, setText] = useState(() => (form.values[name] as readonly string[]).join(", "));
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        form.set(
          name,
          event.target.value.split(/[\s,;]+/).filter((domain) => domain !== ""),
        );
      }}
      readOnly={readOnly}
      error={form.errors[name]}
      autoComplete="off"
      maxLength={2000}
    />
  );
}

/** Selects what happens to new users. They join the first account, until another is chosen. */
export function RoleControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const accounts = useAccounts().data ?? [];
  return (
    <Select
      label={label}
      name={name}
      value={form.values[name] as string}
      onChange={(event) => {
        form.set(name, event.target.value);
        if (event.target.value !== "" && form.values["account_id"] === null)
          form.set("account_id", accounts[0]?.id ?? null);
      }}
      disabled={readOnly}
      error={form.errors[name]}
      options={[
        { value: "", label: t("oidc.role.none") },
        ...(["operator", "viewer", "developer", "admin"] as const).map((role) => ({
          value: role,
          label: t(`oidc.role.${role}`),
        })),
      ]}
    />
  );
}

export function AccountControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const accounts = useAccounts();
  return (
    <Select
      label={label}
      name={name}
      value={String((form.values[name] as number | null) ?? "")}
      onChange={(event) => form.set(name, Number(event.target.value))}
      disabled={readOnly}
      error={form.errors[name]}
      source={accounts}
      options={(accounts.data ?? []).map((account) => ({
        value: String(account.id),
        label: account.name,
      }))}
    />
  );
}
