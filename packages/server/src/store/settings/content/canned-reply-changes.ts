import type { ReplyRow } from "./canned-reply-record.ts";
import type { Sql } from "../../database/sql.ts";

/** Inserts a reply. Returns null if the scope already has this shortcut in this language. */
export async function createReply(tx: Sql, account: number, row: ReplyRow, now: number): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into canned_reply (account_id, scope, operator_id, department_id, folder, shortcut, language, text, managed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing returning id::float8 as id`,
    [account, row.scope, row.operatorId, row.departmentId, row.folder, row.shortcut, row.language, row.text, row.managed, new Date(now)],
  );
  return rows[0]?.id ?? null;
}

/**
 * Replaces a reply. The caller holds the account lock, so no other change can use the shortcut
 * meanwhile.
 */
export async function updateReply(
  tx: Sql,
  account: number,
  id: number,
  row: ReplyRow,
  now: number,
): Promise<"done" | "name_taken" | "not_found"> {
  const conflicts = await tx.query(
    `select from canned_reply where account_id = $1 and id <> $2 and scope = $3 and operator_id is not distinct from $4
       and department_id is not distinct from $5 and lower(shortcut) = lower($6) and language = $7`,
    [account, id, row.scope, row.operatorId, row.departmentId, row.shortcut, row.language],
  );
  if (conflicts.length > 0) return "name_taken";
  const rows = await tx.query(
    `update canned_reply set scope = $3, operator_id = $4, department_id = $5, folder = $6, shortcut = $7, language = $8, text = $9,
       managed = $10, updated_at = $11 where account_id = $1 and id = $2 returning id`,
    [
      account,
      id,
      row.scope,
      row.operatorId,
      row.departmentId,
      row.folder,
      row.shortcut,
      row.language,
      row.text,
      row.managed,
      new Date(now),
    ],
  );
  return rows.length === 0 ? "not_found" : "done";
}

/** Returns false if the reply does not exist. */
export async function deleteReply(tx: Sql, account: number, id: number): Promise<boolean> {
  return (await tx.query("delete from canned_reply where account_id = $1 and id = $2 returning id", [account, id])).length > 0;
}

/** Counts a use of a reply by an operator. It only orders the operator's own list. */
export async function countReplyUse(sql: Sql, account: number, id: number, operator: number): Promise<void> {
  await sql.query(
    `insert into canned_reply_use (account_id, reply_id, operator_id, uses)
     select account_id, id, $3, 1 from canned_reply where account_id = $1 and id = $2
     on conflict (account_id, reply_id, operator_id) do update set uses = least(canned_reply_use.uses + 1, 1000000)`,
    [account, id, operator],
  );
}
