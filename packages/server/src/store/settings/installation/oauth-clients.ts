import type { OAuthProvider } from "@parlour/protocol/api/operations/oauth";
import type { Sql } from "../../database/sql.ts";

/** The registration of this installation at a provider of mailboxes (CFG-134). */
export interface OAuthClientRecord {
  readonly provider: OAuthProvider;
  readonly clientId: string;
  /** Client secret, sealed with SECRET_KEY. null means a public client. */
  readonly secret: Buffer | null;
  /** Directory at Microsoft. null: every directory. */
  readonly tenant: string | null;
  /** Name and endpoints of the provider `own`, else null. */
  readonly own: OwnProvider | null;
  /** True if the provisioning file manages the client (CFG-025). */
  readonly managed: boolean;
}
/** A provider whose endpoints the owner of the installation enters. */
export interface OwnProvider {
  readonly name: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Scopes with spaces between them. */
  readonly scopes: string;
}

/** Converts the endpoints from their form in the API and in the provisioning file. */
export const toOwnProvider = (own: {
  readonly name: string;
  readonly authorization_url: string;
  readonly token_url: string;
  readonly scopes: string;
}): OwnProvider => ({
  name: own.name,
  authorizationUrl: own.authorization_url,
  tokenUrl: own.token_url,
  scopes: own.scopes,
});

type StoredClient = Omit<OAuthClientRecord, "secret"> & { readonly secret: string | null };

export async function readOAuthClients(sql: Sql): Promise<readonly OAuthClientRecord[]> {
  const [row] = await sql.query<{ clients: readonly StoredClient[] }>(
    "select oauth_clients as clients from instance",
  );
  return (row?.clients ?? []).map(({ secret, ...rest }) => ({
    ...rest,
    secret: secret === null ? null : Buffer.from(secret, "base64"),
  }));
}
/** Does the same, and locks the row until the transaction ends. */
export async function lockOAuthClients(tx: Sql): Promise<readonly OAuthClientRecord[]> {
  await tx.query("select from instance for update");
  return readOAuthClients(tx);
}
export async function findOAuthClient(
  sql: Sql,
  provider: string,
): Promise<OAuthClientRecord | null> {
  return (await readOAuthClients(sql)).find((client) => client.provider === provider) ?? null;
}
/** Replaces the client of a provider, or removes it. */
export async function setOAuthClient(
  tx: Sql,
  provider: OAuthProvider,
  client: OAuthClientRecord | null,
): Promise<void> {
  const others = (await lockOAuthClients(tx)).filter((one) => one.provider !== provider);
  const stored = [...others, ...(client === null ? [] : [client])]
    .toSorted((a, b) => a.provider.localeCompare(b.provider))
    .map(({ secret, ...rest }): StoredClient => ({
      ...rest,
      secret: secret === null ? null : secret.toString("base64"),
    }));
  await tx.query("update instance set oauth_clients = $1", [JSON.stringify(stored)]);
}
