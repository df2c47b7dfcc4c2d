import type { Sql } from "../../database/sql.ts";

/** Stores the address at which the installation was set up without PUBLIC_URL (CFG-167). */
export async function setPublicUrl(tx: Sql, url: string): Promise<void> {
  await tx.query("update instance set public_url = $1", [url]);
}

/** Returns the address that `setPublicUrl` stored, or null. */
export async function readPublicUrl(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ public_url: string | null }>("select public_url from instance");
  return row?.public_url ?? null;
}
