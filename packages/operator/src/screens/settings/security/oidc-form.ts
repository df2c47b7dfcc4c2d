import type { NewOidcProvider, OidcProvider } from "@parlour/protocol/api/people/session";
import { t } from "./text.ts";

/** Form values of a sign-in provider. The role "none" does not invite new operators. */
export type OidcFormValues = Record<
  "name" | "issuer" | "client_id" | "client_secret" | "domains" | "role" | "account_id",
  string
>;

export const oidcRoles = ["none", "operator", "viewer", "developer", "admin"] as const;

export const toFormValues = (provider: OidcProvider | null): OidcFormValues => ({
  name: provider?.name ?? "",
  issuer: provider?.issuer ?? "https://",
  client_id: provider?.client_id ?? "",
  client_secret: "",
  domains: provider?.domains.join(", ") ?? "",
  role: provider?.role ?? "none",
  account_id: String(provider?.account_id ?? ""),
});

/** Returns the errors by field before anything is sent. The server checks again. */
export const validateOidc = (values: OidcFormValues): Partial<OidcFormValues> => ({
  ...(values.name.trim() === "" && { name: t("oidc.name.missing") }),
  ...(!/^https?:\/\/.+/.test(values.issuer.trim()) && { issuer: t("oidc.issuer.missing") }),
  ...(values.client_id.trim() === "" && { client_id: t("oidc.client.missing") }),
});

/**
 * Returns the request body. If no account is chosen, invited operators join `firstAccount`. An
 * empty secret keeps the stored one.
 */
export function toRequestBody(
  values: OidcFormValues,
  firstAccount: number | null,
): NewOidcProvider {
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
