import { isPhoto } from "./queries/file.ts";
import { removeAddresses, removeVisitAddresses } from "./retention-addresses.ts";
import { removeChats, removeLateEntries } from "./retention-chats.ts";
import { stepOf, walk, type Step } from "./retention-walk.ts";
import type { Db } from "./sql.ts";

/** Kinds of CFG-031 that are removed here, each with its age in days; 0: never. */
export type RetentionDays = Readonly<
  Record<"chats_days" | "files_days" | "visits_days" | "addresses_days" | "deliveries_days" | "audit_days", number>
>;

const dayMs = 86_400_000;
/** Steps of one kind and account in one sweep: what is left goes with the next (every ten minutes). */
const mostSteps = 200;

export interface RetentionDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly isClosed: () => boolean;
}

/**
 * Removes what is older than it may be (CORE-115), in small transactions: what a message waits for is held for moments only. Each kind remembers how far it
 * came. Resolves with what was removed, by kind.
 */
export async function retain({ db, now, isClosed }: RetentionDeps, days: RetentionDays): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const begun = now();
  // In this order; of a list each step only when the one before found nothing more.
  const kinds: readonly (readonly [keyof RetentionDays, readonly Step[]])[] = [
    // Late entries are those of chats that are removed already.
    ["chats_days", [removeChats, removeLateEntries]],
    ["files_days", [removeFiles]],
    ["visits_days", [removeVisits]],
    ["visits_days", [removeSitePages]],
    ["addresses_days", [removeAddresses]],
    ["addresses_days", [removeVisitAddresses]],
    ["addresses_days", [removeSignIns]],
    ["deliveries_days", [removeBodies]],
    ["deliveries_days", [removeContents]],
  ];
  const accounts = await db.query<{ id: number }>("select id::float8 as id from account order by id");
  // One time for all steps: an entry must not become old between two of them.
  const isDone = async (kind: keyof RetentionDays, step: Step, account: number): Promise<boolean> => {
    for (let n = 0; n < mostSteps && !isClosed(); n++) {
      const { count, isOver } = await step(db, account, begun - days[kind] * dayMs, begun);
      counts[kind] = (counts[kind] ?? 0) + count;
      if (isOver) return true;
    }
    return false;
  };
  for (const [kind, steps] of kinds)
    if (days[kind] > 0) for (const { id: account } of accounts) for (const step of steps) if (!(await isDone(kind, step, account))) break;
  if (days.audit_days > 0 && !isClosed()) {
    const [row] = await db.query<{ gone: number }>("select audit_prune($1, 10000) as gone", [new Date(begun - days.audit_days * dayMs)]);
    counts["audit_days"] = row?.gone ?? 0;
  }
  return counts;
}

/** The sweep of files removes the bytes. */
const removeFiles: Step = async (db, account, before) => {
  const rows = await db.query(
    `update file set state = 'gone', named = false where account_id = $1 and id in (select id from file f where account_id = $1 and state = 'stored' and created_at < $2 and not ${isPhoto} limit ${stepOf})
     returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < stepOf };
};

/** Ids rise with time, so the oldest come first. */
const removeOldest =
  (table: "visit" | "sign_in", time: "last_at" | "at"): Step =>
  async (db, account, before) => {
    const rows = await db.query<{ is_old: boolean }>(
      `with oldest as (select id, ${time} < $2 as is_old from ${table} where account_id = $1 order by id limit ${stepOf}),
         gone as (delete from ${table} t using oldest o where t.account_id = $1 and t.id = o.id and o.is_old)
       select is_old from oldest`,
      [account, new Date(before)],
    );
    const count = rows.filter((row) => row.is_old).length;
    return { count, isOver: count < stepOf };
  };
const removeVisits = removeOldest("visit", "last_at");
/** The latest page of each site is one of the visits there (API-160). A widget has at most 20 sites, so one step takes all. */
const removeSitePages: Step = async (db, account, before) => {
  const rows = await db.query(
    `update widget_site set page_url = null, page_title = null
     where account_id = $1 and seen_at < $2 and (page_url is not null or page_title is not null) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: true };
};
/** The log of sign-ins is addresses and devices, nothing else. */
const removeSignIns = removeOldest("sign_in", "at");

/**
 * Requests and answers of the ledger; that and when something was sent stays (CORE-053). A delivery is met with what owed it and again with the report of
 * each attempt: one that is sent again weeks later has young attempts when its entry is old.
 */
const removeBodies: Step = (db, account, before) =>
  walk(db, account, "deliveries", before, async (first, last) => {
    const rows = await db.query(
      `update attempt a set request = null, reply = null from (
         select id from delivery where account_id = $1 and position > $2 and position <= $3
         union select (body::json->'delivery'->>'id')::bigint from journal
           where account_id = $1 and position > $2 and position <= $3 and name = 'delivery_updated') d
       where a.account_id = $1 and a.delivery_id = d.id and (a.request is not null or a.reply is not null) and a.started_at < $4 returning 1`,
      [account, first, last, new Date(before)],
    );
    return rows.length;
  });

/** What webhooks are sent, by the end of the delivery: until then a dead letter can be sent again (WH-066). */
const removeContents: Step = async (db, account, before) => {
  const rows = await db.query(
    `delete from delivery_content where account_id = $1 and delivery_id in (select c.delivery_id from delivery_content c
       join delivery d on d.account_id = c.account_id and d.id = c.delivery_id
       where c.account_id = $1 and c.created_at < $2 and d.updated_at < $2 and d.state <> 'pending' order by c.created_at limit ${stepOf}) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < stepOf };
};
