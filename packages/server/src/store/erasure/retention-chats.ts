import { eraseRecipients } from "../broadcasts/broadcast-recipient.ts";
import { lastPosition } from "../last-entry.ts";
import type { ChatData, EventName } from "../../core/event.ts";
import { eraseEntryBody } from "../../core/events/event-table.ts";
import { eraseChatData } from "../../core/visitor/erase.ts";
import {
  clearRequestContents,
  endDeliveries,
  endDeliveriesInTransaction,
  replaceEntryBodies,
} from "./erase-journal.ts";
import { eraseChatDataFromVisitorSearch } from "./erase-search.ts";
import { withAccountLock } from "../database/locks.ts";
import {
  readRetentionCursor,
  writeRetentionCursor,
  processRetentionBatch,
  type RetentionBatch,
} from "./retention-cursor.ts";
import { eraseChatCopies } from "./erase-chat-copies.ts";
import type { Db, Sql } from "../database/sql.ts";

/** Number of chats that one step processes. */
const chatsPerStep = 20;

/**
 * Removes text, files and other content of chats that had their last activity before the limit and
 * are closed. Messages keep their position, so `seq` has no gaps. The chat row is cleared last, in
 * its latest state, so that later writes are not lost and do not restore content. A step that a
 * crash interrupted runs again.
 */
export const removeChats: RetentionBatch = async (db, account, before, now) => {
  const chats = await findOldChats(db, account, before);
  const last = chats.at(-1);
  if (last === undefined) return { count: 0, isOver: true };
  const ids = chats.map((chat) => chat.id);
  const head = await readJournalHead(db, account);
  await clearEntries(db, account, await readEntriesOfChats(db, account, ids, head), now);
  await db.transaction(async (tx) => {
    await tx.query("delete from draft where account_id = $1 and chat_id = any($2::bigint[])", [
      account,
      ids,
    ]);
    await eraseChatCopies(tx, account, ids);
    await eraseRecipients(tx, account, { visitor: null, chats: ids });
    await tx.query(
      "delete from channel_message where account_id = $1 and chat_id = any($2::bigint[])",
      [account, ids],
    );
    await tx.query(
      "update file set state = 'gone', named = false where account_id = $1 and chat_id = any($2::bigint[]) and state = 'stored'",
      [account, ids],
    );
  });
  await withAccountLock(db, account, async (tx) => {
    await clearChats(tx, account, ids, now);
    await eraseChatDataFromVisitorSearch(tx, account, ids);
    const lateEntries = await readEntries(
      tx,
      account,
      "j.position > $2 and j.chat_id = any($3::bigint[])",
      [head.position, ids],
    );
    await endDeliveriesInTransaction(
      tx,
      account,
      lateEntries.map(({ position }) => position),
      now,
    );
    await clearEntryBodies(tx, account, lateEntries);
    await writeRetentionCursor(tx, account, "chats", last.at);
  });
  return { count: ids.length, isOver: ids.length < chatsPerStep };
};

/** Returns chats without activity since `before`, oldest first. Times: ms since 1970. */
async function findOldChats(
  db: Db,
  account: number,
  before: number,
): Promise<readonly { readonly id: number; readonly at: number }[]> {
  return db.query(
    `select c.id::float8 as id, floor(extract(epoch from a.last_at) * 1000)::float8 as at
     from chat_activity a join chat c on c.account_id = a.account_id and c.id = a.chat_id
     where a.account_id = $1 and not a.running and a.last_at < $2 and a.last_at >= $3 and c.state = 'closed' and c.removed_at is null
     order by a.last_at, a.chat_id limit ${chatsPerStep}`,
    [account, new Date(before), new Date(await readRetentionCursor(db, account, "chats"))],
  );
}

interface JournalHead {
  readonly position: number;
  /** Position up to which activities are recorded (subscribers/chat-activity.ts). */
  readonly counted: number;
}
async function readJournalHead(db: Db, account: number): Promise<JournalHead> {
  const [row] = await db.query<JournalHead>(
    `select ${lastPosition("h.account_id")}::float8 as position, coalesce(c.position, 0)::float8 as counted
     from account_head h left join cursor c on c.account_id = h.account_id and c.reader = 'activity' where h.account_id = $1`,
    [account],
  );
  return row ?? { position: 0, counted: 0 };
}

interface Entry {
  readonly position: number;
  readonly name: EventName;
  readonly body: string;
}
function readEntries(
  sql: Sql,
  account: number,
  where: string,
  values: readonly unknown[],
): Promise<readonly Entry[]> {
  return sql.query<Entry>(
    `select j.position::float8 as position, j.name, j.body from journal j where j.account_id = $1 and ${where}`,
    [account, ...values],
  );
}

/**
 * Maximum number of entries between the start of an imported chat and its first message. Its times
 * are older than those of the entries before, so they do not show where it starts (MV-020).
 */
const maxStartEntries = 300;

/**
 * Returns the entries from the start of the first chat to the end of the last one. Also returns
 * entries that are not counted as activity yet. Entries are found through the messages of the
 * chats. A chat starts before its first message (`chat_created`) and ends after its last one
 * (`chat_closed`), at the same time.
 */
async function readEntriesOfChats(
  db: Db,
  account: number,
  ids: readonly number[],
  head: JournalHead,
): Promise<readonly Entry[]> {
  const [range] = await db.query<{ first: number; last: number }>(
    `select min(case when strpos(c.body, '"imported":{') > 0 then m.first - ${maxStartEntries} else coalesce(b.position, 0) end)::float8 as first, max(coalesce(e.position, $3 + 1))::float8 as last
     from chat c join chat_activity a on a.account_id = c.account_id and a.chat_id = c.id
     cross join lateral (select min(j.position) as first, max(j.position) as last from journal j
       where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null) m
     left join lateral (select j.position from journal j where j.account_id = c.account_id and j.position < m.first and j.at < c.created_at
         and strpos(c.body, '"imported":{') = 0 order by j.position desc limit 1) b on true
     left join lateral (select j.position from journal j where j.account_id = c.account_id and j.position > m.last and j.at > a.last_at
       order by j.position limit 1) e on true
     where c.account_id = $1 and c.id = any($2::bigint[])`,
    [account, ids, head.position],
  );
  const where =
    "(j.position > $2 and j.position < $3 or j.position > $4 and j.position <= $5) and j.chat_id = any($6::bigint[])";
  return readEntries(db, account, where, [
    range?.first ?? 0,
    range?.last ?? 0,
    head.counted,
    head.position,
    ids,
  ]);
}

async function clearChats(
  tx: Sql,
  account: number,
  ids: readonly number[],
  now: number,
): Promise<void> {
  const chats = await tx.query<{ id: number; body: string }>(
    "select id::float8 as id, body from chat where account_id = $1 and id = any($2::bigint[])",
    [account, ids],
  );
  await tx.query(
    `update chat c set body = q.body, version = c.version + 1, removed_at = $4 from unnest($2::bigint[], $3::text[]) q (id, body)
     where c.account_id = $1 and c.id = q.id`,
    [
      account,
      chats.map((chat) => chat.id),
      chats.map((chat) => JSON.stringify(eraseChatData(JSON.parse(chat.body) as ChatData, "kept"))),
      new Date(now),
    ],
  );
}

/**
 * Removes entries that were written to removed chats after their last activity was recorded, such
 * as a rating comment or a delivery report.
 */
export const removeEntriesAfterClose: RetentionBatch = (db, account, before, now) =>
  processRetentionBatch(db, account, { kind: "chat_entries", before }, async (first, last) => {
    const rows = await readEntries(
      db,
      account,
      "j.position > $2 and j.position <= $3 and exists (select from chat c where c.account_id = j.account_id and c.id = j.chat_id and c.removed_at is not null)",
      [first, last],
    );
    await clearEntries(db, account, rows, now);
    return 0;
  });

async function clearEntries(
  db: Db,
  account: number,
  rows: readonly Entry[],
  now: number,
): Promise<void> {
  const positions = rows.map((row) => row.position);
  await endDeliveries(db, account, positions, now);
  await db.transaction((tx) => clearEntryBodies(tx, account, rows));
}
async function clearEntryBodies(tx: Sql, account: number, rows: readonly Entry[]): Promise<void> {
  await replaceEntryBodies(
    tx,
    account,
    rows.map(({ position, name, body }) => ({
      position,
      body: eraseEntryBody(name, body, "kept"),
    })),
  );
  await clearRequestContents(
    tx,
    account,
    rows.map((row) => row.position),
  );
}
