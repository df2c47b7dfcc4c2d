import type { Sql } from "../database/sql.ts";

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
