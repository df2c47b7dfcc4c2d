import type { ConditionSubject } from "@parlour/protocol/conditions/facts";
import type { MessageCause } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import { toChatEntity, type ChatEntityRow } from "../chats/chat-row.ts";
import { lookupJoin } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { lastSeq } from "../last-entry.ts";

/** Returns chats as conditions see them, by id. Chats that do not exist are left out. */
export async function findRuleSubjects(
  reader: Reader,
  account: number,
  chatIds: readonly number[],
): Promise<ReadonlyMap<number, ConditionSubject>> {
  const rows = await reader.rows<ChatEntityRow & { readonly took_part: readonly number[] }>(
    account,
    `select c.number as chat_number, c.body as chat_body, v.number as visitor_number, v.body as visitor_body,
       ${lastSeq("c.account_id", "c.id")} as last_seq,
       array(select distinct p.operator_id::float8 from participant p where p.account_id = c.account_id and p.chat_id = c.id) as took_part
     from chat c ${lookupJoin("visitor", "v", "v.account_id = c.account_id and v.id = c.visitor_id")}
     where c.account_id = $1 and c.id = any($2::bigint[])`,
    [account, chatIds],
    "kept",
  );
  return new Map(
    rows.map((row) => {
      const chat = toChatEntity(row);
      const operators = new Set(row.took_part);
      if (chat.assignee !== null) operators.add(chat.assignee.id);
      return [chat.id, { ...chat, took_part: [...operators] }];
    }),
  );
}

/** Returns what wrote a message, if a macro, a bulk action or a rule did. */
export async function findMessageCause(
  reader: Reader,
  account: number,
  { chatId, seq }: { readonly chatId: number; readonly seq: number },
): Promise<MessageCause | undefined> {
  const row = await reader.one<{ body: string }>(
    account,
    "select body from journal where account_id = $1 and chat_id = $2 and seq = $3",
    [account, chatId, seq],
  );
  return row === null ? undefined : (JSON.parse(row.body) as NewMessage).cause;
}
