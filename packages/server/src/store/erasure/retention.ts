import { isArticleFileCondition, isPhotoCondition } from "../chats/file.ts";
import { rebuildSearchBlocks } from "../chats/search/index-blocks.ts";
import { removeAddresses, removeVisitAddresses } from "./retention-addresses.ts";
import { removeChats, removeEntriesAfterClose } from "./retention-chats.ts";
import { rowsPerBatch, processRetentionBatch, type RetentionBatch } from "./retention-cursor.ts";
import type { Db } from "../database/sql.ts";

/** Kinds of data that this job removes (CFG-031), with their age in days. 0 means never. */
export type RetentionDays = Readonly<
  Record<
    | "chats_days"
    | "files_days"
    | "visits_days"
    | "addresses_days"
    | "deliveries_days"
    | "audit_days",
    number
  >
>;

const dayMs = 86_400_000;
/** Maximum number of batches per kind and account in one run, every ten minutes. */
const maxStepsPerRun = 200;

export interface RetentionDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly isClosed: () => boolean;
}

/**
 * Removes data that is older than the configured age (CORE-115). The transactions are small, so
 * they block messages only briefly. The progress of each kind is stored. Returns the number of
 * removed rows by kind.
 */
export async function applyRetention(
  { db, now, isClosed }: RetentionDeps,
  days: RetentionDays,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const startedAt = now();
  // Kinds in the order in which they are processed. A batch of a list runs only if the batch before
  // it found nothing more.
  const kinds: readonly (readonly [keyof RetentionDays, readonly RetentionBatch[]])[] = [
    // The second batch handles entries of chats whose content is already removed.
    ["chats_days", [removeChats, removeEntriesAfterClose]],
    ["chats_days", [removeArticleComments]],
    ["files_days", [removeFiles]],
    ["visits_days", [removeVisits]],
    ["visits_days", [removeSitePages]],
    ["visits_days", [removeArticleSearches]],
    ["addresses_days", [removeAddresses]],
    ["addresses_days", [removeVisitAddresses]],
    ["addresses_days", [removeSignIns]],
    ["deliveries_days", [removeAttemptBodies]],
    ["deliveries_days", [removeWebhookContents]],
  ];
  const accounts = await db.query<{ id: number }>(
    "select id::float8 as id from account where moved_to is null order by id",
  );
  // All batches use the same time, so that no entry becomes old between two of them.
  const isDone = async (
    kind: keyof RetentionDays,
    step: RetentionBatch,
    account: number,
  ): Promise<boolean> => {
    for (let n = 0; n < maxStepsPerRun && !isClosed(); n++) {
      const { count, isOver } = await step(db, account, startedAt - days[kind] * dayMs, startedAt);
      counts[kind] = (counts[kind] ?? 0) + count;
      if (isOver) return true;
    }
    return false;
  };
  for (const [kind, steps] of kinds)
    if (days[kind] > 0)
      for (const account of accounts)
        for (const step of steps) if (!(await isDone(kind, step, account.id))) break;
  // Removed chats share blocks with others, so each block is written once.
  if ((counts["chats_days"] ?? 0) > 0) await rebuildSearchBlocks(db);
  counts["model_log_days"] = await removeModelBodies({ db, isClosed }, startedAt);
  if (days.audit_days > 0 && !isClosed()) {
    const [row] = await db.query<{ removed: number }>("select audit_prune($1, 10000) as removed", [
      new Date(startedAt - days.audit_days * dayMs),
    ]);
    counts["audit_days"] = row?.removed ?? 0;
  }
  return counts;
}

/** Removes what readers missed in articles, which are words of people like those of chats. */
const removeArticleComments: RetentionBatch = async (db, account, before) => {
  const rows = await db.query(
    `delete from article_comment where account_id = $1 and id in
       (select id from article_comment where account_id = $1 and at < $2 order by id limit ${rowsPerBatch}) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < rowsPerBatch };
};
/** Removes the words that readers searched for, day by day. */
const removeArticleSearches: RetentionBatch = async (db, account, before) => {
  const rows = await db.query(
    `delete from article_search_day where account_id = $1 and (day, language, query) in
       (select day, language, query from article_search_day where account_id = $1 and day < $2::timestamptz::date
         order by day limit ${rowsPerBatch}) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < rowsPerBatch };
};

/** Marks files as removed. The file cleanup deletes their bytes afterwards. */
const removeFiles: RetentionBatch = async (db, account, before) => {
  const rows = await db.query(
    `update file set state = 'gone', named = false where account_id = $1 and id in (select id from file f where account_id = $1 and state = 'stored' and created_at < $2 and not ${isPhotoCondition} and not ${isArticleFileCondition} limit ${rowsPerBatch})
     returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < rowsPerBatch };
};

/** Creates a batch that removes the oldest rows by id, because ids rise with time. */
const createOldestRemoval =
  (table: "visit" | "sign_in", time: "last_at" | "at"): RetentionBatch =>
  async (db, account, before) => {
    const rows = await db.query<{ is_old: boolean }>(
      `with oldest as (select id, ${time} < $2 as is_old from ${table} where account_id = $1 order by id limit ${rowsPerBatch}),
         gone as (delete from ${table} t using oldest o where t.account_id = $1 and t.id = o.id and o.is_old)
       select is_old from oldest`,
      [account, new Date(before)],
    );
    const count = rows.filter((row) => row.is_old).length;
    return { count, isOver: count < rowsPerBatch };
  };
const removeVisits = createOldestRemoval("visit", "last_at");
/**
 * Clears the latest page of each site, because the page is part of a visit (API-360). A widget has
 * at most 20 sites, so one batch is enough.
 */
const removeSitePages: RetentionBatch = async (db, account, before) => {
  const rows = await db.query(
    `update widget_site set page_url = null, page_title = null
     where account_id = $1 and seen_at < $2 and (page_url is not null or page_title is not null) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: true };
};
/** The sign-in log contains only addresses and devices, so its rows are removed as a whole. */
const removeSignIns = createOldestRemoval("sign_in", "at");

/**
 * Removes requests and responses from the delivery log. The fact and the time of sending remain
 * (CORE-053). A delivery is processed with the entry that caused it, and again with the report of
 * each attempt. A delivery that is resent weeks later has recent attempts although its entry is
 * old.
 */
const createBodyRemoval =
  (kind: "deliveries" | "model", condition: string): RetentionBatch =>
  (db, account, before) =>
    processRetentionBatch(db, account, { kind, before }, async (first, last) => {
      const rows = await db.query(
        `update attempt a set request = null, reply = null from (
           select id from delivery where account_id = $1 and position > $2 and position <= $3
           union select (body::json->'delivery'->>'id')::bigint from journal
             where account_id = $1 and position > $2 and position <= $3 and name = 'delivery_updated') d
         where a.account_id = $1 and a.delivery_id = d.id and (a.request is not null or a.reply is not null) and a.started_at < $4 and ${condition} returning 1`,
        [account, first, last, new Date(before)],
      );
      return rows.length;
    });
const removeAttemptBodies = createBodyRemoval("deliveries", "true");
const removeModelAttemptBodies = createBodyRemoval("model", "a.usage is not null");

/**
 * Removes requests to models and their answers in accounts with a period of their own (MODEL-044).
 * Returns the number of attempts.
 */
async function removeModelBodies(
  { db, isClosed }: Omit<RetentionDeps, "now">,
  now: number,
): Promise<number> {
  const accounts = await db.query<{ id: number; days: number }>(
    `select id::float8 as id, (settings #>> '{model,log_days}')::int as days from account
     where moved_to is null and settings #>> '{model,log_days}' is not null order by id`,
  );
  let count = 0;
  for (const { id, days } of accounts)
    for (let n = 0; n < maxStepsPerRun && !isClosed(); n++) {
      const step = await removeModelAttemptBodies(db, id, now - days * dayMs, now);
      count += step.count;
      if (step.isOver) break;
    }
  return count;
}

/** Removes webhook contents by age since the end of the delivery (WH-066). */
const removeWebhookContents: RetentionBatch = async (db, account, before) => {
  const rows = await db.query(
    `delete from delivery_content where account_id = $1 and delivery_id in (select c.delivery_id from delivery_content c
       join delivery d on d.account_id = c.account_id and d.id = c.delivery_id
       where c.account_id = $1 and c.created_at < $2 and d.updated_at < $2 and d.state <> 'pending' order by c.created_at limit ${rowsPerBatch}) returning 1`,
    [account, new Date(before)],
  );
  return { count: rows.length, isOver: rows.length < rowsPerBatch };
};
