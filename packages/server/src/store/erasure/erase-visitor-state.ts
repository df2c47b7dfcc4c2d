import { eraseRecipients } from "../broadcasts/broadcast-recipient.ts";
import { eraseImportRows } from "../imports/import-row.ts";
import type { Call, OfflineMessage } from "../../core/entity.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";
import type { ErasureRequest } from "./erasure-orders.ts";
import {
  erasedKeyPrefix,
  eraseCallData,
  eraseChatData,
  eraseOfflineMessageData,
  eraseVisitorData,
} from "../../core/visitor/erase.ts";
import type { VisitorDataKind } from "../../core/visitor/data-inventory.ts";
import { withdrawnState } from "./erase-journal.ts";
import { eraseVisitorFromSearch } from "./erase-search.ts";
import type { ErasedCounts } from "./erasure.ts";
import { eraseChatCopies } from "./erase-chat-copies.ts";
import type { Sql } from "../database/sql.ts";
import { eraseMoveRecords } from "./erase-move-records.ts";
import {
  blocksByVisitorCondition,
  toBlockIdentifiers,
  blocksByIdentifierCondition,
  visitorFilesCondition,
  visitorRecordsCondition,
} from "./visitor-data.ts";

/**
 * Erases the data that command handlers read or that is sent: visitor, chats, records, pending
 * deliveries, tokens. Runs in one transaction with the account lock. Returns false and changes
 * nothing if a chat of the visitor is open. `eraseEntries` erases the journal separately, because
 * that may take long.
 */
export async function eraseVisitorState(
  tx: Sql,
  erased: ErasureRequest,
  now: number,
): Promise<ErasedCounts | false> {
  const { account, visitor } = erased;
  const [row] = await tx.query<{ body: string; source: number; customer: string }>(
    "select body, source::float8 as source, customer from visitor where account_id = $1 and id = $2 for update",
    [account, visitor],
  );
  const chats = await tx.query<{ id: number; state: string; body: string }>(
    "select id::float8 as id, state, body from chat where account_id = $1 and visitor_id = $2 order by id for update",
    [account, visitor],
  );
  if (row === undefined || chats.some((chat) => chat.state !== "closed")) return false;
  const ids = chats.map((chat) => chat.id);
  await clearVisitorAndChats(tx, erased, row.body, chats);
  await eraseVisitorFromSearch(tx, account, erased.number);
  const counts = {
    chats: ids.length,
    ...(await clearRecords(tx, erased)),
    ...(await removeVisitorData(tx, erased, row, ids)),
  };
  await withdrawDeliveries(tx, account, ids, now);
  await eraseChatCopies(tx, account, ids);
  await eraseRecipients(tx, account, { visitor, chats: ids });
  await eraseMoveRecords(tx, account, "person", [visitor]);
  await eraseImportRows(tx, account, { channelId: row.source, customer: row.customer });
  return counts;
}

/** Clears the content of the visitor and of their chats. The rows themselves remain. */
async function clearVisitorAndChats(
  tx: Sql,
  { account, visitor }: ErasureRequest,
  body: string,
  chats: readonly { readonly id: number; readonly body: string }[],
): Promise<void> {
  await tx.query(
    "update visitor set body = $3, customer = $4, recipient = '\"\"', invite = null, version = version + 1 where account_id = $1 and id = $2",
    [
      account,
      visitor,
      JSON.stringify(eraseVisitorData(JSON.parse(body) as VisitorData)),
      `${erasedKeyPrefix}${visitor}`,
    ],
  );
  await tx.query(
    `update chat c set body = q.body, version = c.version + 1 from unnest($2::bigint[], $3::text[]) q (id, body) where c.account_id = $1 and c.id = q.id`,
    [
      account,
      chats.map(({ id }) => id),
      chats.map((chat) => JSON.stringify(eraseChatData(JSON.parse(chat.body) as ChatData))),
    ],
  );
}

/** Clears the visitor's calls and offline messages. */
async function clearRecords(tx: Sql, { account, visitor }: ErasureRequest): Promise<ErasedCounts> {
  const records = await tx.query<{ id: number; kind: "call" | "offline_message"; body: string }>(
    `select id::float8 as id, kind, body from record where ${visitorRecordsCondition}`,
    [account, visitor],
  );
  await tx.query(
    `update record r set body = q.body, version = r.version + 1, state = case when r.kind = 'call' and r.state <> 'end' then 'error' else r.state end
     from unnest($2::bigint[], $3::text[]) q (id, body) where r.account_id = $1 and r.id = q.id`,
    [
      account,
      records.map((record) => record.id),
      records.map(({ kind, body }) => serializeErasedRecord(kind, body)),
    ],
  );
  await tx.query("delete from call_timer where account_id = $1 and call_id = any($2::bigint[])", [
    account,
    records.map((record) => record.id),
  ]);
  const calls = records.filter((record) => record.kind === "call").length;
  return { calls, offline_messages: records.length - calls };
}

const serializeErasedRecord = (kind: "call" | "offline_message", body: string): string =>
  JSON.stringify(
    kind === "call"
      ? eraseCallData(JSON.parse(body) as Call)
      : eraseOfflineMessageData(JSON.parse(body) as OfflineMessage),
  );

/** Removes the data of this visitor alone. */
async function removeVisitorData(
  tx: Sql,
  { account, visitor }: ErasureRequest,
  row: Parameters<typeof toBlockIdentifiers>[0],
  chats: readonly number[],
): Promise<ErasedCounts> {
  const counts: ErasedCounts = {};
  const removeAndCount = async (
    name: VisitorDataKind,
    text: string,
    values: readonly unknown[],
  ): Promise<void> => {
    counts[name] = (counts[name] ?? 0) + (await tx.query(`${text} returning 1`, values)).length;
  };
  // Block list values that identify only this visitor are removed. An entry by visitor number
  // contains no personal data and remains.
  await removeAndCount(
    "blacklist",
    `delete from blacklist_entry where ${blocksByIdentifierCondition}`,
    [account, visitor, ...toBlockIdentifiers(row)],
  );
  await tx.query(`update blacklist_entry set reason = null where ${blocksByVisitorCondition}`, [
    account,
    visitor,
  ]);
  await removeAndCount(
    "tokens",
    "delete from user_token where account_id = $1 and visitor_id = $2",
    [account, visitor],
  );
  await removeAndCount(
    "tokens",
    "delete from widget_token where account_id = $1 and channel_id = $2 and customer = $3",
    [account, row.source, row.customer],
  );
  await removeAndCount(
    "tokens",
    "delete from email_proof where account_id = $1 and visitor_id = $2",
    [account, visitor],
  );
  await removeAndCount(
    "ignored_emails",
    "delete from ignored_email where account_id = $1 and channel_id = $2 and sender = $3",
    [account, row.source, row.customer],
  );
  await removeAndCount(
    "merges",
    "delete from person_link where account_id = $1 and (visitor_id = $2 or other_id = $2)",
    [account, visitor],
  );
  await removeAndCount("visits", "delete from visit where account_id = $1 and visitor_id = $2", [
    account,
    visitor,
  ]);
  // The latest page of a site may come from this visitor, so it is cleared. The next visit writes
  // it again.
  await tx.query(
    "update widget_site set page_url = null, page_title = null where account_id = $1",
    [account],
  );
  await removeAndCount(
    "drafts",
    "delete from draft where account_id = $1 and chat_id = any($2::bigint[])",
    [account, chats],
  );
  await removeChannelData(tx, account, row, chats);
  // Stored responses for repeated idempotency keys contain message text. They have no chat column
  // and expire after a day.
  await removeAndCount(
    "answers",
    `delete from idempotency where account_id = $1 and not starts_with(answer, 'sealed:') and answer ~ $2`,
    [account, `"(chat_id|id|visitor_id)":(${[visitor, ...chats].join("|")})[,}]`],
  );
  await removeAndCount(
    "files",
    `update file set state = 'gone', named = false where ${visitorFilesCondition}`,
    [account, visitor],
  );
  return counts;
}

/**
 * Removes what a channel knows about the visitor. The ids that a service gave to messages can
 * contain the key of the customer.
 */
async function removeChannelData(
  tx: Sql,
  account: number,
  { source, customer }: Parameters<typeof toBlockIdentifiers>[0],
  chats: readonly number[],
): Promise<void> {
  await tx.query(
    "delete from used_reply_to where account_id = $1 and channel_id = $2 and sender = $3",
    [account, source, customer],
  );
  await tx.query(
    "delete from channel_message where account_id = $1 and chat_id = any($2::bigint[])",
    [account, chats],
  );
}

/** Withdraws pending deliveries of the chats. */
async function withdrawDeliveries(
  tx: Sql,
  account: number,
  chats: readonly number[],
  now: number,
): Promise<void> {
  // A request in progress may arrive although its result will not be reported, so it counts as
  // received.
  await tx.query(
    `insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome)
     select d.account_id, d.id, d.tries + 1, l.started_at, 0, 'interrupted' from delivery d
     join lane l on l.account_id = d.account_id and l.endpoint_id = d.endpoint_id and l.order_key = d.order_key and l.started_at is not null
     where d.account_id = $1 and d.chat_id = any($2::bigint[]) and d.state = 'pending' on conflict do nothing`,
    [account, chats],
  );
  await tx.query(
    `update delivery d set ${withdrawnState}, updated_at = $3 where d.account_id = $1 and d.chat_id = any($2::bigint[]) and d.state = 'pending'`,
    [account, chats, new Date(now)],
  );
}
