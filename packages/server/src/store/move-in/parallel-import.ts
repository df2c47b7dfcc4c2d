import { fromMilliseconds, type Sql } from "../database/sql.ts";
import type { MoveKey } from "./move-import.ts";

/** Makes an import to which received chats are added. It has no source that a worker reads. */
export async function finishParallelImport(
  tx: Sql,
  { account, id }: MoveKey,
  { channel, now }: { readonly channel: number; readonly now: number },
): Promise<void> {
  const choices = { channel_id: channel, operators: {}, count_from: null, merge_visitors: false };
  await tx.query(
    `update move_import set state = 'done', choices = $3, settings = null, started_at = ${fromMilliseconds("$4")},
       ended_at = ${fromMilliseconds("$4")} where account_id = $1 and id = $2`,
    [account, id, JSON.stringify(choices), now],
  );
}
