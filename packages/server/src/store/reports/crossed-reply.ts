import type { Sql } from "../database/sql.ts";

interface CrossedReply {
  readonly chatId: number;
  /** The author of the reply. */
  readonly operatorId: number;
  readonly clientId: string | undefined;
  /** ms since 1970. */
  readonly at: number;
}

/** Counts a reply that was refused (API-523). A repeat with its client id changes nothing. */
export async function countCrossedReply(
  sql: Sql,
  account: number,
  { chatId, operatorId, clientId, at }: CrossedReply,
): Promise<void> {
  await sql.query(
    `insert into crossed_reply (account_id, chat_id, operator_id, client_id, crossed_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [account, chatId, operatorId, clientId ?? null, new Date(at)],
  );
}
