import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";

/** What an account must do so that its passages match its texts (AGENT-100). */

export interface PassageJob {
  readonly account: number;
  /** Number of changes that were known when it was claimed. */
  readonly changes: number;
  readonly failures: number;
  readonly batchSize: number;
  /** The model of the latest answer, and the length of its vectors. null: there was none. */
  readonly model: string | null;
  readonly dimensions: number | null;
  /** The claim, in ms since 1970. */
  readonly claimedUntil: number;
}
export interface JobResult {
  /** When it continues, in ms since 1970. null: with the next change. */
  readonly dueAt: number | null;
  readonly failures: number;
  readonly batchSize: number;
  readonly problem: ModelFailureReason | null;
  readonly message: string | null;
}

/**
 * Makes the accounts due that have passages or an embedding model. `accounts`: null for all, whose
 * pauses after failures are not shortened.
 */
export async function makePassagesDue(
  sql: Sql,
  { accounts, now }: { readonly accounts: readonly number[] | null; readonly now: number },
): Promise<void> {
  await sql.query(
    `insert into passage_job as j (account_id, due_at)
     select a.id, ${fromMilliseconds("$2")} from account a
     where ($1::bigint[] is null or a.id = any($1)) and not a.suspended and a.moved_to is null
       and (a.settings -> 'model' ->> 'embedding_model' is not null or exists (select from passage_job p where p.account_id = a.id and p.model is not null))
     on conflict (account_id) do update set changes = j.changes + 1,
       due_at = case when $1::bigint[] is null then coalesce(j.due_at, excluded.due_at) else least(j.due_at, excluded.due_at) end`,
    [accounts, now],
  );
}

/** Returns when the next job is due, in ms since 1970, or null. */
export async function findNextPassageJob(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select ${toMilliseconds("min(greatest(due_at, claimed_until))")} as at from passage_job where due_at is not null`,
  );
  return row?.at ?? null;
}

/** Claims due jobs until `until`, in ms since 1970. */
export async function claimPassageJobs(
  sql: Sql,
  { now, until, limit }: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<readonly PassageJob[]> {
  return sql.query<PassageJob>(
    `with due as (
       select account_id from passage_job
       where due_at <= ${fromMilliseconds("$1")} and (claimed_until is null or claimed_until <= ${fromMilliseconds("$1")})
       order by due_at, account_id limit $3 for update skip locked)
     update passage_job j set claimed_until = ${fromMilliseconds("$2")} from due where j.account_id = due.account_id
     returning j.account_id::float8 as account, j.changes::float8 as changes, j.failures, j.batch_size as "batchSize",
       j.model, j.dimensions, $2::float8 as "claimedUntil"`,
    [now, until, limit],
  );
}

/** Ends the work of a claim. A change that came meanwhile is due at once. */
export async function endPassageJob(
  sql: Sql,
  { account, changes, claimedUntil }: PassageJob,
  { dueAt, failures, batchSize, problem, message }: JobResult,
  now: number,
): Promise<void> {
  await sql.query(
    `update passage_job set claimed_until = null, failures = $5, batch_size = $6, problem = $7, message = $8,
       due_at = case when changes = $2 then ${fromMilliseconds("$4")} else ${fromMilliseconds("$9")} end
     where account_id = $1 and claimed_until = ${fromMilliseconds("$3")}`,
    [account, changes, claimedUntil, dueAt, failures, batchSize, problem, message, now],
  );
}

/**
 * Removes all passages of an account without an embedding model. The job stays, because its numbers
 * are assigned once.
 */
export async function removePassages(
  tx: Sql,
  { account, changes, claimedUntil }: PassageJob,
): Promise<void> {
  const ended = await tx.query(
    `update passage_job set due_at = null, claimed_until = null, failures = 0, problem = null, message = null, batch_size = default,
       model = null, dimensions = null, revision = revision + 1
     where account_id = $1 and changes = $2 and claimed_until = ${fromMilliseconds("$3")} returning 1`,
    [account, changes, claimedUntil],
  );
  // The settings changed meanwhile, or another node has it.
  if (ended.length === 0) return;
  await tx.query("delete from passage_source where account_id = $1", [account]);
  await tx.query("delete from passage where account_id = $1", [account]);
}

/** Notes that the model gives vectors of another length, so that the passages are made again. */
export async function changeDimensions(
  sql: Sql,
  account: number,
  dimensions: number,
  now: number,
): Promise<void> {
  await sql.query(
    `update passage_job set dimensions = $2, changes = changes + 1, due_at = least(due_at, ${fromMilliseconds("$3")})
     where account_id = $1`,
    [account, dimensions, now],
  );
}
