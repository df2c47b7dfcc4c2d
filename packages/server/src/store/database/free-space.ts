import { randomBytes } from "node:crypto";
import type { Db } from "./sql.ts";

/**
 * Checks that the database can still add pages to a table, by writing 256 KiB into a temporary
 * table. Rows that fit into existing pages would not test the disk. Throws Refusal
 * `temporarily_unavailable` if the write fails (P18).
 */
export async function checkFreeSpace(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // The temporary table must use the disk of the other tables, not a separate disk for sorting.
    await tx.query("set local temp_tablespaces = ''");
    await tx.query("create temporary table room (bytes bytea) on commit drop");
    await tx.query("insert into room select $1 from generate_series(1, 32)", [randomBytes(8_192)]);
  });
}
