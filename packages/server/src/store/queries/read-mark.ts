import type { Sql } from "../sql.ts";

/**
 * Moves an operator's read mark in a chat (API-029): only forward, unless `back` sets it to exactly `seq`. A plain row with this one
 * writer, because a mark is nobody else's business and changes no decision (journal.md).
 */
export async function setReadMark(
  sql: Sql,
  account: number,
  chatId: number,
  operatorId: number,
  mark: { readonly seq: number; readonly back: boolean },
): Promise<void> {
  await sql.query(
    `insert into read_mark (account_id, chat_id, operator_id, seq) values ($1, $2, $3, $4)
     on conflict (account_id, chat_id, operator_id) do update set seq = case when $5 then excluded.seq else greatest(read_mark.seq, excluded.seq) end`,
    [account, chatId, operatorId, mark.seq, mark.back],
  );
}
