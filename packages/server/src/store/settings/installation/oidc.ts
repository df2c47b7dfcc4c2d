import type { OidcRecord } from "./sign-in-record.ts";
import type { Sql } from "../../database/sql.ts";

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
