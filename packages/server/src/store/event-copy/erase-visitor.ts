import type { Sql } from "../database/sql.ts";
import { toTableName, type EventCopy } from "./copy-tables.ts";

/**
 * Deletes what the copy contains of an erased visitor (CORE-116) up to the position of the erasure:
 * events, messages, chats and others. `number`: that of the visitor in the account.
 */
export async function eraseVisitor(
  tx: Sql,
  copy: EventCopy,
  number: number,
  position: number,
): Promise<void> {
  const isOfVisitor = "visitor ->> 'number' = $1::text";
  const isOfChat = `chat_id in (select id from ${toTableName(copy, "chat")} where ${isOfVisitor})`;
  const remove = (table: string, condition: string): Promise<unknown> =>
    tx.query(`delete from ${toTableName(copy, table)} where ${condition} and "position" < $2`, [
      number,
      position,
    ]);
  await remove("event", `(${isOfChat} or data -> 'visitor' ->> 'number' = $1::text)`);
  await remove("visitor", '"number"::text = $1::text');
  for (const { name, columns } of copy.tables)
    if (columns.some((column) => column.name === "chat_id")) await remove(name, isOfChat);
  // Last, because the chats say which rows are theirs.
  for (const { name, columns } of copy.tables)
    if (columns.some((column) => column.name === "visitor")) await remove(name, isOfVisitor);
}
