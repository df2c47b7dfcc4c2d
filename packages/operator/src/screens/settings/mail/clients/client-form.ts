import type { ApiError } from "@parlour/client";
import type {
  NewOAuthClient,
  OAuthClient,
  OAuthProvider,
} from "@parlour/protocol/api/operations/oauth";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { t } from "./text.ts";

/** Form values of a client at a provider. An empty secret keeps the stored one. */
export type ClientFormValues = Record<
  "client_id" | "client_secret" | "tenant" | "name" | "authorization_url" | "token_url" | "scopes",
  string
>;
type FieldName = keyof ClientFormValues;

export const toFormValues = (client: OAuthClient | null): ClientFormValues => ({
  client_id: client?.client_id ?? "",
  client_secret: "",
  tenant: client?.tenant ?? "",
  name: client?.own?.name ?? "",
  authorization_url: client?.own?.authorization_url ?? "https://",
  token_url: client?.own?.token_url ?? "https://",
  scopes: client?.own?.scopes ?? "",
});

/** Returns whether the stored secret may be used: for the client it was entered for (CFG-135). */
export const canReuseSecret = (values: ClientFormValues, client: OAuthClient | null): boolean =>
  client?.has_secret === true &&
  values.client_id.trim() === client.client_id &&
  (client.own === null || values.token_url.trim() === client.own.token_url);

/** Returns the errors by field before anything is sent. The server validates again. */
export function validateClient(
  provider: OAuthProvider,
  values: ClientFormValues,
): Partial<ClientFormValues> {
  const needed: readonly FieldName[] =
    provider === "own" ? ["client_id", "name", "scopes"] : ["client_id"];
  const urls: readonly FieldName[] = provider === "own" ? ["authorization_url", "token_url"] : [];
  return {
    ...Object.fromEntries(
      needed
        .filter((name) => values[name].trim() === "")
        .map((name) => [name, t("clients.missing")]),
    ),
    ...Object.fromEntries(
      urls
        .filter((name) => !/^https?:\/\/.+/.test(values[name].trim()))
        .map((name) => [name, t("clients.url")]),
    ),
    ...omitAbsent({
      tenant: /^[A-Za-z0-9.-]{0,100}$/.test(values.tenant.trim())
        ? undefined
        : t("clients.tenant.wrong"),
    }),
  };
}

export function toRequestBody(provider: OAuthProvider, values: ClientFormValues): NewOAuthClient {
  const { client_id, client_secret, tenant, name, authorization_url, token_url, scopes } = values;
  const own = {
    name: name.trim(),
    authorization_url: authorization_url.trim(),
    token_url: token_url.trim(),
    scopes: scopes.trim(),
  };
  return {
    client_id: client_id.trim(),
    ...omitAbsent({
      client_secret: client_secret || undefined,
      tenant: (provider === "microsoft" && tenant.trim()) || undefined,
      own: provider === "own" ? own : undefined,
    }),
  };
}

/** Returns the field that an error of the server belongs to. */
export function mapClientField({ field }: ApiError): FieldName | null {
  const name = field?.split(".").at(-1) ?? "";
  return Object.hasOwn(toFormValues(null), name) ? (name as FieldName) : null;
}
