import type { ConditionSubject } from "@parlour/protocol/conditions/facts";
import type { MessageCause } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import { toInteger } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { everyChat } from "../chats/chat-record.ts";
import { findChat } from "../chats/chat.ts";

/** Returns a chat as conditions see it, or null if there is none. */
export async function findRuleSubject(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<ConditionSubject | null> {
  const found = await findChat(reader, account, everyChat, chatId);
  if (found === null) return null;
  const rows = await reader.rows<{ id: string }>(
    account,
    "select distinct operator_id as id from participant where account_id = $1 and chat_id = $2",
    [account, chatId],
  );
  const operators = new Set(rows.map(({ id }) => toInteger(id)));
  if (found.chat.assignee !== null) operators.add(found.chat.assignee.id);
  return { ...found.chat, took_part: [...operators] };
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
