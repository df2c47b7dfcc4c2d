import type { Session } from "../core/entity.ts";
import type { ChatDraft, EventName } from "../core/event.ts";
import { erasedChat, erasedEntry } from "../core/visitor/erase.ts";
import { emptyDeliveries } from "./erase-journal.ts";
import { eraseSearch } from "./erase-search.ts";
import type { Db, Sql } from "./sql.ts";

/** Kinds of CFG-031 that are removed here, each with its age in days; 0: never. */
export type RetentionDays = Readonly<
  Record<"chats_days" | "files_days" | "visits_days" | "addresses_days" | "deliveries_days" | "audit_days", number>
>;

const dayMs = 86_400_000;
/** Rows of one transaction, and transactions of one kind and account in one sweep: what is left goes with the next (every ten minutes). */
const stepOf = 2_000;
const mostSteps = 200;
/** Chats of one transaction. */
const chatsOf = 20;

export interface RetentionDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly isClosed: () => boolean;
}

/**
 * Removes what is older than it may be (CORE-115), in small transactions that take no lock a message waits for. Each kind remembers how far it came.
 * Resolves with what was removed, by kind.
 */
export async function retain({ db, now, isClosed }: RetentionDeps, days: RetentionDays): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const accounts = await db.query<{ id: number }>("select id::float8 as id from account order by id");
  const kinds: readonly [keyof RetentionDays, Step][] = [
    ["chats_days", removeChats],
    ["chats_days", removeLateEntries],
    ["files_days", removeFiles],
    ["visits_days", removeVisits],
    ["addresses_days", removeAddresses],
    ["addresses_days", removeVisitAddresses],
    ["addresses_days", removeSignIns],
    ["deliveries_days", removeBodies],
    ["deliveries_days", removeContents],
  ];
  for (const [kind, step] of kinds) {
    const age = days[kind];
    if (age === 0) continue;
    for (const { id: account } of accounts)
      for (let n = 0; n < mostSteps && !isClosed(); n++) {
        const { count, isOver } = await db.transaction((tx) => step(tx, account, now() - age * dayMs, now()));
        counts[kind] = (counts[kind] ?? 0) + count;
        if (isOver) break;
      }
  }
  if (days.audit_days > 0 && !isClosed()) {
    const [row] = await db.query<{ gone: number }>("select audit_prune($1, 10000) as gone", [new Date(now() - days.audit_days * dayMs)]);
    counts["audit_days"] = row?.gone ?? 0;
  }
  return counts;
}

/** One transaction for one account: what is older than `before`. `isOver`: nothing more of it. */
type Step = (tx: Sql, account: number, before: number, now: number) => Promise<{ readonly count: number; readonly isOver: boolean }>;

/** Words, files and whatever else a closed chat holds, by its last activity; messages keep their places (`seq` stays gapless). */
const removeChats: Step = async (tx, account, before, now) => {
  const chats = await tx.query<{ id: number; body: string }>(
    `select c.id::float8 as id, c.body from chat_activity a join chat c on c.account_id = a.account_id and c.id = a.chat_id
     where a.account_id = $1 and not a.running and a.last_at < $2 and a.last_at >= $3 and c.state = 'closed' and c.removed_at is null
     order by a.last_at, a.chat_id limit ${chatsOf}`,
    [account, new Date(before), new Date(await markOf(tx, account, "chats"))],
  );
  const ids = chats.map((chat) => chat.id);
  if (ids.length === 0) return { count: 0, isOver: true };
  await tx.query(
    `update chat c set body = q.body, version = c.version + 1, removed_at = $4 from unnest($2::bigint[], $3::text[]) q (id, body)
     where c.account_id = $1 and c.id = q.id`,
    [account, ids, chats.map((chat) => JSON.stringify(erasedChat(JSON.parse(chat.body) as ChatDraft, "kept"))), new Date(now)],
  );
  const [range] = await tx.query<{ first: number; last: number }>(
    `select min(position)::float8 as first, max(position)::float8 as last from journal where account_id = $1 and chat_id = any($2::bigint[]) and seq is not null`,
    [account, ids],
  );
  await emptyEntries(
    tx,
    account,
    "j.position >= $2 and j.position <= $3 and j.chat_id = any($4::bigint[])",
    [range?.first ?? 0, range?.last ?? 0, ids],
    now,
  );
  await eraseSearch(tx, account, ids);
  await tx.query("delete from draft where account_id = $1 and chat_id = any($2::bigint[])", [account, ids]);
  await tx.query(
    "update file set state = 'gone', named = false where account_id = $1 and chat_id = any($2::bigint[]) and state = 'stored'",
    [account, ids],
  );
  const [last] = await tx.query<{ at: number }>(
    "select floor(extract(epoch from max(last_at)) * 1000)::float8 as at from chat_activity where account_id = $1 and chat_id = any($2::bigint[])",
    [account, ids],
  );
  await setMark(tx, account, "chats", last?.at ?? 0);
  return { count: ids.length, isOver: ids.length < chatsOf };
};

/** What was written of removed chats behind their last message: a rating, the end. */
const removeLateEntries: Step = (tx, account, before, now) =>
  walk(tx, account, "chat_entries", before, async (first, last) => {
    await emptyEntries(
      tx,
      account,
      "j.position > $2 and j.position <= $3 and exists (select from chat c where c.account_id = j.account_id and c.id = j.chat_id and c.removed_at is not null)",
      [first, last],
      now,
    );
    return 0;
  });

async function emptyEntries(tx: Sql, account: number, where: string, values: readonly unknown[], now: number): Promise<void> {
  const rows = await tx.query<{ position: number; name: EventName; seq: number | null; body: string }>(
    `select j.position::float8 as position, j.name, j.seq, j.body from journal j where j.account_id = $1 and ${where}`,
    [account, ...values],
  );
  const positions = rows.map((row) => row.position);
  await setBodies(
    tx,
    account,
    rows.map(({ position, name, seq, body }) => ({ position, body: erasedEntry(name, seq !== null, body, "kept") })),
  );
  await emptyDeliveries(tx, account, positions, now);
}

/** The sweep of files removes the bytes. */
const removeFiles: Step = async (tx, account, before) => {
  const rows = await tx.query(
    `update file set state = 'gone', named = false where account_id = $1 and id in (select id from file where account_id = $1 and state = 'stored' and created_at < $2 limit ${stepOf})
     returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < stepOf };
};

/** Ids rise with time, so the oldest come first. */
const removeOldest =
  (table: "visit" | "sign_in", time: "last_at" | "at"): Step =>
  async (tx, account, before) => {
    const rows = await tx.query<{ is_old: boolean }>(
      `with oldest as (select id, ${time} < $2 as is_old from ${table} where account_id = $1 order by id limit ${stepOf}),
         gone as (delete from ${table} t using oldest o where t.account_id = $1 and t.id = o.id and o.is_old)
       select is_old from oldest`,
      [account, new Date(before)],
    );
    const count = rows.filter((row) => row.is_old).length;
    return { count, isOver: count < stepOf };
  };
const removeVisits = removeOldest("visit", "last_at");
/** The log of sign-ins is addresses and devices, nothing else. */
const removeSignIns = removeOldest("sign_in", "at");

/** Addresses and devices in the journal, in chats that were silent since, and in offline messages. */
const removeAddresses: Step = (tx, account, before) =>
  walk(tx, account, "addresses", before, async (first, last) => {
    const rows = await tx.query<{ position: number; chat_id: number | null; visitor_id: number | null; body: string }>(
      `select position::float8 as position, chat_id::float8 as chat_id, visitor_id::float8 as visitor_id, body from journal
       where account_id = $1 and position > $2 and position <= $3 and seq is null and body ~ '"(ip_addr|user_agent)":"[^"]'`,
      [account, first, last],
    );
    await setBodies(
      tx,
      account,
      rows.map(({ position, body }) => ({ position, body: withoutAddress(body) })),
    );
    const chats = await tx.query<{ id: number; body: string }>(
      `select c.id::float8 as id, c.body from chat c join chat_activity a on a.account_id = c.account_id and a.chat_id = c.id
       where c.account_id = $1 and c.id = any($2::bigint[]) and c.state = 'closed' and a.last_at < $3 and c.body ~ '"(ip_addr|user_agent)":"[^"]'`,
      [account, rows.flatMap((row) => row.chat_id ?? []), new Date(before)],
    );
    await tx.query(
      "update chat c set body = q.body, version = c.version + 1 from unnest($2::bigint[], $3::text[]) q (id, body) where c.account_id = $1 and c.id = q.id",
      [account, chats.map((chat) => chat.id), chats.map((chat) => withoutAddress(chat.body))],
    );
    const records = await tx.query<{ id: number; body: string }>(
      `select id::float8 as id, body from record where account_id = $1 and kind = 'offline_message' and created_at < $3 and visitor_id = any($2::bigint[])
         and body ~ '"(ip_addr|user_agent)":"[^"]'`,
      [account, rows.flatMap((row) => row.visitor_id ?? []), new Date(before)],
    );
    await tx.query(
      "update record r set body = q.body, version = r.version + 1 from unnest($2::bigint[], $3::text[]) q (id, body) where r.account_id = $1 and r.id = q.id",
      [account, records.map((record) => record.id), records.map((record) => withoutAddress(record.body))],
    );
    return rows.length;
  });

const removeVisitAddresses: Step = async (tx, account, before) => {
  const mark = await markOf(tx, account, "visit_addresses");
  const rows = await tx.query<{ id: number; is_old: boolean }>(
    `select id::float8 as id, last_at < $2 as is_old from visit where account_id = $1 and id > $3 order by id limit ${stepOf}`,
    [account, new Date(before), mark],
  );
  const firstYoung = rows.findIndex((row) => !row.is_old);
  const old = firstYoung === -1 ? rows : rows.slice(0, firstYoung);
  const last = old.at(-1);
  if (last === undefined) return { count: 0, isOver: true };
  await tx.query(
    `update visit set session = session || '{"ip_addr": "", "user_agent": "", "analytics": {}}' where account_id = $1 and id > $2 and id <= $3`,
    [account, mark, last.id],
  );
  await setMark(tx, account, "visit_addresses", last.id);
  return { count: old.length, isOver: rows.length < stepOf || firstYoung !== -1 };
};

/** Requests and answers of the ledger; that and when something was sent stays (CORE-053). */
const removeBodies: Step = (tx, account, before) =>
  walk(tx, account, "deliveries", before, async (first, last) => {
    const rows = await tx.query(
      `update attempt a set request = null, reply = null from delivery d where d.account_id = $1 and d.position > $2 and d.position <= $3
         and a.account_id = d.account_id and a.delivery_id = d.id and (a.request is not null or a.reply is not null) and a.started_at < $4 returning 1`,
      [account, first, last, new Date(before)],
    );
    return rows.length;
  });

/** What webhooks are sent, by the end of the delivery: until then a dead letter can be sent again (WH-066). */
const removeContents: Step = async (tx, account, before) => {
  const rows = await tx.query(
    `delete from delivery_content where account_id = $1 and delivery_id in (select c.delivery_id from delivery_content c
       join delivery d on d.account_id = c.account_id and d.id = c.delivery_id
       where c.account_id = $1 and c.created_at < $2 and d.updated_at < $2 and d.state <> 'pending' order by c.created_at limit ${stepOf}) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < stepOf };
};

/** One stretch of the journal behind the mark of this kind, as far as it is older than `before`: positions rise with time. */
async function walk(
  tx: Sql,
  account: number,
  kind: string,
  before: number,
  run: (first: number, last: number) => Promise<number>,
): Promise<{ count: number; isOver: boolean }> {
  const mark = await markOf(tx, account, kind);
  const rows = await tx.query<{ position: number; is_old: boolean }>(
    `select position::float8 as position, at < $3 as is_old from journal where account_id = $1 and position > $2 order by position limit ${stepOf}`,
    [account, mark, new Date(before)],
  );
  const firstYoung = rows.findIndex((row) => !row.is_old);
  const last = (firstYoung === -1 ? rows : rows.slice(0, firstYoung)).at(-1);
  if (last === undefined) return { count: 0, isOver: true };
  const count = await run(mark, last.position);
  await setMark(tx, account, kind, last.position);
  return { count, isOver: rows.length < stepOf || firstYoung !== -1 };
}

async function markOf(tx: Sql, account: number, kind: string): Promise<number> {
  const [row] = await tx.query<{ place: number }>("select place::float8 as place from retention_mark where account_id = $1 and kind = $2", [
    account,
    kind,
  ]);
  return row?.place ?? 0;
}
async function setMark(tx: Sql, account: number, kind: string, place: number): Promise<void> {
  await tx.query(
    "insert into retention_mark (account_id, kind, place) values ($1, $2, $3) on conflict (account_id, kind) do update set place = excluded.place",
    [account, kind, place],
  );
}
async function setBodies(tx: Sql, account: number, rows: readonly { readonly position: number; readonly body: string }[]): Promise<void> {
  await tx.query(
    "update journal j set body = q.body from unnest($2::bigint[], $3::text[]) q (position, body) where j.account_id = $1 and j.position = q.position",
    [account, rows.map((row) => row.position), rows.map((row) => row.body)],
  );
}

/** The same text with empty addresses, devices and ids of analytics, wherever a session stands in it. */
function withoutAddress(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (key, value: unknown) =>
      key === "session" && value !== null ? { ...(value as Session), ip_addr: "", user_agent: "", analytics: {} } : value,
    ),
  );
}
