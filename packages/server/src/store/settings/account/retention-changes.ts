import type { RetentionRecord } from "./retention-record.ts";
import type { Sql } from "../../database/sql.ts";

/**
 * Returns retention periods in days (CFG-031): the installation owner's and the provisioning
 * file's.
 */
export async function readRetention(sql: Sql): Promise<RetentionRecord> {
  const [row] = await sql.query<{ own: Record<string, number>; file: Record<string, number> | null }>(
    "select retention as own, provisioned -> 'retention' as file from instance",
  );
  return { own: row?.own ?? {}, file: row?.file ?? {} };
}
/** Merges retention periods. null removes a kind. */
export async function setRetention(tx: Sql, days: Readonly<Record<string, number | null | undefined>>): Promise<void> {
  await tx.query("update instance set retention = jsonb_strip_nulls(retention || $1::jsonb)", [JSON.stringify(days)]);
}
