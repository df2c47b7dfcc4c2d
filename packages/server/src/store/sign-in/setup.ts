import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";

/* Token of the one-time link for the setup of an empty installation (API-007, CFG-017). */

/** Returns whether no operator exists yet (API-007). */
export async function isSetupNeeded(sql: Sql): Promise<boolean> {
  const rows = await sql.query<{ needed: boolean }>(
    "select not exists (select from operator) as needed",
  );
  return rows[0]?.needed ?? false;
}
/** Replaces the setup token, of this hash and seed. Returns false if an operator exists. */
export async function storeSetupToken(
  sql: Sql,
  tokenHash: Buffer,
  { seed, expiresAt }: SetupSeed,
): Promise<boolean> {
  const rows = await sql.query<{ one: boolean }>(
    `update instance set setup_token_hash = $1, setup_token_expires_at = ${fromMilliseconds("$2")}, setup_seed = $3 where not exists (select from operator) returning one`,
    [tokenHash, expiresAt, seed],
  );
  return rows.length > 0;
}
export interface SetupSeed {
  readonly seed: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
/** Locks the installation row until the transaction ends, so that setups run in turn. */
export async function lockSetup(
  sql: Sql,
): Promise<{ tokenHash: Buffer | null; expiresAt: number | null; seed: string | null }> {
  const rows = await sql.query<{
    tokenHash: Buffer | null;
    expiresAt: number | null;
    seed: string | null;
  }>(
    `select setup_token_hash as "tokenHash", ${toMilliseconds("setup_token_expires_at")} as "expiresAt", setup_seed as seed from instance for update`,
  );
  return rows[0] ?? { tokenHash: null, expiresAt: null, seed: null };
}
export async function clearSetupToken(sql: Sql): Promise<void> {
  await sql.query(
    "update instance set setup_token_hash = null, setup_token_expires_at = null, setup_seed = null",
  );
}

/** Stores the address at which the installation was set up without PUBLIC_URL (CFG-167). */
export async function setPublicUrl(tx: Sql, url: string): Promise<void> {
  await tx.query("update instance set public_url = $1", [url]);
}
/** Returns the address that `setPublicUrl` stored, or null. */
export async function readPublicUrl(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ public_url: string | null }>("select public_url from instance");
  return row?.public_url ?? null;
}
