import { lastSeq } from "../last-entry.ts";
import type { ChatState } from "../../core/entity.ts";
import type { ChatData } from "../../core/event.ts";
import type { ChatRecord, ChatSummary, ChatVisibility } from "./chat-record.ts";
import type { Reader } from "../database/reader.ts";
import { activityJoin, chatColumns, chatJoins, toChatRecord, type ChatRow } from "./chat-row.ts";
import { chatVisibilityCondition } from "./visibility.ts";
import { lookupJoin, toInteger, createParameters } from "../database/parameters.ts";

/** Returns one chat, or null if it does not exist or is not visible (API-002). */
export async function findChat(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  id: number,
): Promise<ChatRecord | null> {
  const v = createParameters(account, sight.operatorId);
  const row = await reader.one<ChatRow>(
    account,
    `
    select '' as key, ${chatColumns} from chat c ${activityJoin("c")} ${chatJoins} where c.account_id = $1 and c.id = ${v.put(id)} and ${chatVisibilityCondition(sight, v)}`,
    v.list,
    "kept",
  );
  return row === null ? null : toChatRecord(row);
}

/** Returns channel, state and last message number of a visible chat, or null. */
export async function locateChat(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  id: number,
): Promise<ChatSummary | null> {
  const v = createParameters(account, id);
  const row = await reader.one<{ source: string; state: ChatState; last_seq: number }>(
    account,
    `
    select c.source, c.state, ${lastSeq("c.account_id", "c.id")} as last_seq from chat c where c.account_id = $1 and c.id = $2 and ${chatVisibilityCondition(sight, v)}`,
    v.list,
  );
  return row === null
    ? null
    : { channelId: toInteger(row.source), state: row.state, lastSeq: row.last_seq };
}

/** Returns channel, assignee and participants of a chat, without a visibility check. */
export async function findChatParticipants(
  reader: Reader,
  account: number,
  id: number,
): Promise<{
  readonly channelId: number;
  readonly assignee: ChatData["assignee"];
  readonly participants: ChatData["participants"];
} | null> {
  const row = await reader.one<{ body: string }>(
    account,
    "select c.body from chat c where c.account_id = $1 and c.id = $2",
    [account, id],
  );
  if (row === null) return null;
  const { channel, assignee, participants } = JSON.parse(row.body) as ChatData;
  return { channelId: channel.id, assignee, participants };
}

/** Returns an operator's running chats, which wait again on deactivation (CORE-003). */
export async function listOpenChatsOfOperator(
  reader: Reader,
  account: number,
  operatorId: number,
): Promise<readonly number[]> {
  const rows = await reader.rows<{ id: string }>(
    account,
    `
    select p.chat_id as id from participant p ${lookupJoin("chat", "c", "c.account_id = p.account_id and c.id = p.chat_id")}
    where p.account_id = $1 and p.operator_id = $2 and p.left_at is null and c.state <> 'closed' order by p.chat_id`,
    [account, operatorId],
  );
  return rows.map((row) => toInteger(row.id));
}
