import type { Sql } from "../database/sql.ts";

/**
 * Removes messages from the search (CORE-040 tombstones, CORE-116). An empty row replaces each
 * message, so that the search projection does not add it again. `seqs`: numbers of the messages of
 * the chat. Without `seqs`, all messages so far are removed, and a further call is needed for later
 * ones. The next vacuum frees space and index entries. Returns the number of removed messages.
 */
export async function eraseMessagesFromSearch(
  sql: Sql,
  account: number,
  chatId: number,
  seqs?: readonly number[],
): Promise<number> {
  const rows = await sql.query(
    `insert into search_message (account_id, position, chat_id, seq, at, words)
     select j.account_id, j.position, j.chat_id, j.seq, j.at, ''::tsvector from journal j
     where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and ($3::int[] is null or j.seq = any($3::int[]))
     on conflict (account_id, position) do update set words = excluded.words where search_message.words <> excluded.words
     returning 1`,
    [account, chatId, seqs ?? null],
  );
  return rows.length;
}

/**
 * Removes a visitor from the visitor search (CORE-116). The caller must lock the visitor's row for
 * update, so that the projection adds nothing at the same time.
 */
export async function eraseVisitorFromSearch(
  tx: Sql,
  account: number,
  number: number,
): Promise<void> {
  await tx.query("delete from search_visitor where account_id = $1 and number = $2", [
    account,
    number,
  ]);
}

/** Removes custom data of chats from the visitor search (CORE-115), under its locks. */
export async function eraseChatDataFromVisitorSearch(
  tx: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  const visitors = await tx.query<{ number: number }>(
    `select v.number::float8 as number from visitor v where v.account_id = $1
       and v.id in (select c.visitor_id from chat c where c.account_id = $1 and c.id = any($2::bigint[])) order by v.id for update`,
    [account, chats],
  );
  await tx.query(
    "delete from search_visitor where account_id = $1 and number = any($2::bigint[]) and chat_id = any($3::bigint[])",
    [account, visitors.map((visitor) => visitor.number), chats],
  );
}

/** Removes all messages of these chats from the search. */
export async function eraseChatMessagesFromSearch(
  sql: Sql,
  account: number,
  chats: readonly number[],
): Promise<number> {
  let count = 0;
  for (const chat of chats) count += await eraseMessagesFromSearch(sql, account, chat);
  return count;
}
