import type { Sql } from "../database/sql.ts";

/** Notes that a visitor or chats were erased, and removes the key of the visitor (MV-027). */
export async function eraseMoveRecords(
  tx: Sql,
  account: number,
  kind: "person" | "chat",
  ids: readonly number[],
): Promise<void> {
  await tx.query(
    "update move_record set erased = true, customer = null where account_id = $1 and kind = $2 and kind in ('person', 'chat') and target_id = any($3::bigint[])",
    [account, kind, ids],
  );
}
