import type { Role } from "../../../core/entity.ts";
import type { Sql } from "../../database/sql.ts";

/** An OIDC provider for sign-in (CFG-034). */
export interface OidcRecord {
  /** Id of the provider. It is public, because it is part of URLs and of the sign-in page. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Client secret, sealed with SECRET_KEY. null means a public client. */
  readonly secret: Buffer | null;
  /** Allowed email domains in lower case. Empty means all. */
  readonly domains: readonly string[];
  /**
   * Role of operators who sign in for the first time, and their account. null means that only known
   * email addresses may sign in.
   */
  readonly role: Exclude<Role, "owner"> | null;
  readonly accountId: number | null;
  /** True if the provisioning file manages the provider (CFG-025). */
  readonly managed: boolean;
}

type StoredProvider = Omit<OidcRecord, "secret" | "clientId" | "accountId"> & {
  readonly client_id: string;
  readonly secret: string | null;
  readonly account_id: number | null;
};

export async function readOidc(sql: Sql): Promise<readonly OidcRecord[]> {
  const [row] = await sql.query<{ oidc: readonly StoredProvider[] }>("select oidc from instance");
  return (row?.oidc ?? []).map(({ client_id, account_id, secret, ...rest }) => ({
    ...rest,
    clientId: client_id,
    accountId: account_id,
    secret: secret === null ? null : Buffer.from(secret, "base64"),
  }));
}
/**
 * Does the same as `readOidc`, and locks the row until the transaction ends, so that concurrent
 * changes are not lost.
 */
export async function lockOidc(tx: Sql): Promise<readonly OidcRecord[]> {
  await tx.query("select from instance for update");
  return readOidc(tx);
}
export async function setOidc(tx: Sql, providers: readonly OidcRecord[]): Promise<void> {
  const stored = providers.map(({ clientId, accountId, secret, ...rest }): StoredProvider => ({
    ...rest,
    client_id: clientId,
    account_id: accountId,
    secret: secret === null ? null : secret.toString("base64"),
  }));
  await tx.query("update instance set oidc = $1", [JSON.stringify(stored)]);
}
