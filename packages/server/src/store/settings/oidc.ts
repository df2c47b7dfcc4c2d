import type { Role } from "../../core/entity.ts";
import type { Sql } from "../sql.ts";

/** CFG-034: who else may say who somebody is. */
export interface OidcSetting {
  /** In addresses and on the page of sign-in: says nothing. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed under SECRET_KEY; null: a public client. */
  readonly secret: Buffer | null;
  /** Lower case; none: all. */
  readonly domains: readonly string[];
  /** Of people who come for the first time, and their account; null: known e-mails only. */
  readonly role: Exclude<Role, "owner"> | null;
  readonly accountId: number | null;
  /** The provisioning file owns it (CFG-025). */
  readonly managed: boolean;
}
type Stored = Omit<OidcSetting, "secret" | "clientId" | "accountId"> & {
  readonly client_id: string;
  readonly secret: string | null;
  readonly account_id: number | null;
};

export async function readOidc(sql: Sql): Promise<readonly OidcSetting[]> {
  const [row] = await sql.query<{ oidc: readonly Stored[] }>("select oidc from instance");
  return (row?.oidc ?? []).map(({ client_id, account_id, secret, ...rest }) => ({
    ...rest,
    clientId: client_id,
    accountId: account_id,
    secret: secret === null ? null : Buffer.from(secret, "base64"),
  }));
}
/** The same, the row locked until the transaction ends: of two changes at once none is lost. */
export async function lockOidc(tx: Sql): Promise<readonly OidcSetting[]> {
  await tx.query("select from instance for update");
  return readOidc(tx);
}
export async function setOidc(tx: Sql, providers: readonly OidcSetting[]): Promise<void> {
  const stored = providers.map(({ clientId, accountId, secret, ...rest }): Stored => ({
    ...rest,
    client_id: clientId,
    account_id: accountId,
    secret: secret === null ? null : secret.toString("base64"),
  }));
  await tx.query("update instance set oidc = $1", [JSON.stringify(stored)]);
}
