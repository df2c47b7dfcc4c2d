import { randomBytes } from "node:crypto";
import type { Db } from "./sql.ts";

/**
 * Whether the database can still add pages to a table: writes 256 KiB into one that is gone with the transaction. Rows that fit into pages that
 * are there would say nothing of the disk. Rejects with Refusal `temporarily_unavailable` when it cannot (P18).
 */
export async function tryRoom(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Where the other tables are, not where sorting may be sent.
    await tx.query("set local temp_tablespaces = ''");
    await tx.query("create temporary table room (bytes bytea) on commit drop");
    await tx.query("insert into room select $1 from generate_series(1, 32)", [randomBytes(8_192)]);
  });
}
