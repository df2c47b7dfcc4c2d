import type { GapState } from "@parlour/protocol/article/facts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** What operators said about messages as gaps of the articles (ART-045). */

export interface GapKey {
  readonly account: number;
  readonly chatId: number;
  readonly seq: number;
}

/** Returns who noted a message as a gap, or null if it is not noted. */
export async function findGapAuthor(
  reader: Reader,
  { account, chatId, seq }: GapKey,
): Promise<number | null> {
  const row = await reader.one<{ id: number }>(
    account,
    `select operator_id::float8 as id from article_gap
     where account_id = $1 and chat_id = $2 and seq = $3 and state = 'noted'`,
    [account, chatId, seq],
  );
  return row?.id ?? null;
}

/** Notes a message as a gap, or dismisses it. A repeated note changes nothing. */
export async function saveGapState(
  sql: Sql,
  { account, chatId, seq }: GapKey,
  {
    state,
    operatorId,
    now,
  }: { readonly state: GapState; readonly operatorId: number; readonly now: number },
): Promise<void> {
  await sql.query(
    `insert into article_gap as g (account_id, chat_id, seq, state, operator_id, at)
     values ($1, $2, $3, $4, $5, ${fromMilliseconds("$6")})
     on conflict (account_id, chat_id, seq) do update
       set state = excluded.state, operator_id = excluded.operator_id, at = excluded.at where g.state <> excluded.state`,
    [account, chatId, seq, state, operatorId, now],
  );
}

/** Removes what operators said about messages of chats. */
export async function eraseGapStates(
  tx: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await tx.query("delete from article_gap where account_id = $1 and chat_id = any($2::bigint[])", [
    account,
    chats,
  ]);
}
