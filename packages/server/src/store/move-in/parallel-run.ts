import { createHash } from "node:crypto";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** A run in parallel with the old system, which sends its event webhooks (MV-070). */
export interface ParallelRun {
  readonly importId: number;
  readonly secret: Buffer;
  readonly createdAt: string;
  readonly received: number;
  readonly refused: number;
  readonly refusedReason: string | null;
  readonly lastEventAt: string | null;
}

const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

export async function insertParallelRun(
  tx: Sql,
  account: number,
  run: {
    readonly importId: number;
    readonly secret: string;
    readonly sealed: Buffer;
    readonly now: number;
  },
): Promise<void> {
  await tx.query(
    `insert into parallel_run (account_id, import_id, secret, secret_hash, created_at)
     values ($1, $2, $3, $4, ${fromMilliseconds("$5")})`,
    [account, run.importId, run.sealed, hashSecret(run.secret), run.now],
  );
}
/** Returns whether there was a run. Its import and chats stay. */
export async function deleteParallelRun(tx: Sql, account: number): Promise<boolean> {
  const rows = await tx.query(
    "delete from parallel_run where account_id = $1 returning account_id",
    [account],
  );
  return rows.length > 0;
}
export async function findParallelRun(
  reader: Reader,
  account: number,
): Promise<ParallelRun | null> {
  const row = await reader.one<Row>(
    account,
    `select import_id, secret, created_at, received, refused, refused_reason, last_event_at
     from parallel_run where account_id = $1`,
    [account],
  );
  return row === null
    ? null
    : {
        importId: toInteger(row.import_id),
        secret: row.secret,
        createdAt: toIsoTime(row.created_at),
        received: toInteger(row.received),
        refused: toInteger(row.refused),
        refusedReason: row.refused_reason,
        lastEventAt: toIsoTimeOrNull(row.last_event_at),
      };
}
interface Row {
  readonly import_id: string;
  readonly secret: Buffer;
  readonly created_at: Date;
  readonly received: string;
  readonly refused: string;
  readonly refused_reason: string | null;
  readonly last_event_at: Date | null;
}

/** Returns the account whose address contains the secret, or null. */
export async function findParallelAccount(sql: Sql, secret: string): Promise<number | null> {
  const [row] = await sql.query<{ account: number }>(
    "select account_id::float8 as account from parallel_run where secret_hash = $1",
    [hashSecret(secret)],
  );
  return row?.account ?? null;
}

/** What an event says about its chat. null: nothing. */
export interface ParallelFacts {
  readonly chat: string;
  /** In ms since 1970. null: the chat has not ended. */
  readonly finishedAt: number | null;
  readonly messages: number | null;
  readonly rating: string | null;
  readonly firstAnswerMs: number | null;
}
interface ReceivedEvent {
  readonly node: number;
  readonly body: object;
  readonly facts: ParallelFacts | null;
  readonly now: number;
}
/** Stores an event, which this node moves. */
export async function addParallelEvent(
  tx: Sql,
  account: number,
  { node, body, facts, now }: ReceivedEvent,
): Promise<void> {
  await tx.query(
    `update parallel_run set received = received + 1, node = $2, last_event_at = ${fromMilliseconds("$3")}
     where account_id = $1`,
    [account, node, now],
  );
  await tx.query(
    `insert into parallel_event (account_id, received_at, body) values ($1, ${fromMilliseconds("$2")}, $3)`,
    [account, now, JSON.stringify(body)],
  );
  if (facts === null) return;
  await tx.query(
    `insert into parallel_chat as c (account_id, chat, first_event_at, finished_at, messages, rating, first_answer_ms)
     values ($1, $2, ${fromMilliseconds("$3")}, ${fromMilliseconds("$4")}, $5, $6, $7)
     on conflict (account_id, chat) do update set finished_at = coalesce(excluded.finished_at, c.finished_at),
       messages = coalesce(excluded.messages, c.messages), rating = coalesce(excluded.rating, c.rating),
       first_answer_ms = coalesce(excluded.first_answer_ms, c.first_answer_ms)`,
    [account, facts.chat, now, facts.finishedAt, facts.messages, facts.rating, facts.firstAnswerMs],
  );
}
export async function countRefusedEvent(
  sql: Sql,
  account: number,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  await sql.query(
    `update parallel_run set refused = refused + 1, refused_reason = $2, last_event_at = ${fromMilliseconds("$3")}
     where account_id = $1`,
    [account, reason, now],
  );
}

/** Takes over the runs of nodes that have ended. `nodes`: those that run, with this one. */
export async function claimParallelRuns(
  sql: Sql,
  node: number,
  nodes: readonly number[],
): Promise<void> {
  await sql.query(
    "update parallel_run set node = $1 where node is null or node <> all($2::bigint[])",
    [node, nodes],
  );
}
/** Returns an account of this node with events to move, and its import. null: none. */
export async function takeParallelRun(
  sql: Sql,
  node: number,
): Promise<{ readonly account: number; readonly importId: number } | null> {
  const [row] = await sql.query<{ account: number; importId: number }>(
    `select r.account_id::float8 as account, r.import_id::float8 as "importId" from parallel_run r
     join move_import m on m.account_id = r.account_id and m.id = r.import_id and m.state = 'done'
     where r.node = $1 and exists (select from parallel_event e where e.account_id = r.account_id)
     order by r.account_id limit 1`,
    [node],
  );
  return row ?? null;
}
/** Returns the first events of an account, in order. */
export async function listParallelEvents(
  sql: Sql,
  account: number,
  limit: number,
): Promise<readonly { readonly n: number; readonly body: Readonly<Record<string, unknown>> }[]> {
  return sql.query(
    "select n::float8 as n, body from parallel_event where account_id = $1 order by n limit $2",
    [account, limit],
  );
}
/** Deletes events that were moved, and stores the delay of chats that are here now. */
export async function finishParallelEvents(
  tx: Sql,
  account: number,
  { upTo, source, now }: { readonly upTo: number; readonly source: string; readonly now: number },
): Promise<void> {
  await tx.query("delete from parallel_event where account_id = $1 and n <= $2", [account, upTo]);
  await tx.query(
    `update parallel_chat c set delay_ms = least(2147483647, greatest(0, extract(epoch from ${fromMilliseconds("$3")} - c.finished_at) * 1000))
     from move_record r where c.account_id = $1 and c.finished_at is not null and c.delay_ms is null
       and r.account_id = $1 and r.source = $2 and r.kind = 'chat' and r.source_id = c.chat and r.target_id is not null and not r.removed`,
    [account, source, now],
  );
}
/** Removes events that could not be moved for a week, and chats of more than 30 days ago. */
export async function cleanUpParallelRuns(sql: Sql, now: number): Promise<void> {
  const day = 24 * 3_600_000;
  await sql.query(`delete from parallel_event where received_at < ${fromMilliseconds("$1")}`, [
    now - 7 * day,
  ]);
  await sql.query(`delete from parallel_chat where first_event_at < ${fromMilliseconds("$1")}`, [
    now - 30 * day,
  ]);
}
