import type { Role } from "../../../core/entity.ts";
import type { Sql } from "../../database/sql.ts";

/** An OIDC provider for signing in (CFG-034). */
export interface OidcRecord {
  /** Public: part of addresses and of the sign-in page. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed with SECRET_KEY; null: a public client. */
  readonly secret: Buffer | null;
  /** Allowed email domains in lower case; empty: all. */
  readonly domains: readonly string[];
  /**
   * Role of operators who sign in for the first time, and their account; null: only known email
   * addresses may sign in.
   */
  readonly role: Exclude<Role, "owner"> | null;
  readonly accountId: number | null;
  /** True if the provisioning file manages it (CFG-025). */
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
 * Same as `readOidc`, with the row locked until the transaction ends, so that concurrent changes
 * are not lost.
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
