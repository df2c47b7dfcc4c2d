import type { ReplayState } from "@parlour/protocol/automation/agent-replay";
import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import type { NamedRef } from "../../core/entity.ts";
import { toInteger, toIntegerOrNull, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";

/** Replays of agents (AGENT-070). Their results are in `replay-result.ts`. */

/** Settings that the agent has in a replay instead of its own. */
export interface AgentTrial {
  readonly instructions?: string;
  readonly threshold?: number;
  readonly topics?: readonly string[];
}
export interface ReplayKey {
  readonly account: number;
  readonly id: number;
}
/** What a replay answers. Times: ms since 1970. */
export interface ReplayScope {
  readonly subject: "chats" | "questions";
  readonly since: number | null;
  readonly until: number | null;
  readonly segmentId: number | null;
}
export interface ReplayRecord {
  readonly id: number;
  readonly subject: ReplayScope["subject"];
  readonly state: ReplayState;
  readonly problem: ModelFailureReason | null;
  readonly operator: NamedRef;
  readonly since: string | null;
  readonly until: string | null;
  readonly segmentId: number | null;
  readonly change: AgentTrial | null;
  readonly total: number;
  readonly processed: number;
  readonly tokens: number;
  readonly cost: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly counts: ReplayCounts;
}
interface ReplayCounts {
  readonly answered: number;
  readonly handedOver: number;
  readonly good: number;
  readonly wrong: number;
  readonly passed: number;
  readonly answerMs: number | null;
  readonly operatorMs: number | null;
}
/** A replay that a node runs. */
export interface ActiveReplay extends ReplayKey {
  readonly agentId: number;
  readonly change: AgentTrial | null;
  readonly processed: number;
  readonly total: number;
  /** Failures of the next result. */
  readonly failures: number;
}

/** Stores a replay without its results. Returns its id. */
export async function insertReplay(
  tx: Sql,
  account: number,
  replay: ReplayScope & {
    readonly agentId: number;
    readonly operatorId: number;
    readonly change: AgentTrial | null;
    readonly node: number;
    readonly total: number;
    readonly now: number;
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into agent_replay (account_id, agent_id, operator_id, subject, since, until, segment_id, change, node, due_at, total, created_at)
     values ($1, $2, $3, $4, ${fromMilliseconds("$5")}, ${fromMilliseconds("$6")}, $7, $8, $9, ${fromMilliseconds("$10")}, $11, ${fromMilliseconds("$10")})
     returning id::float8 as id`,
    [
      account,
      replay.agentId,
      replay.operatorId,
      replay.subject,
      replay.since,
      replay.until,
      replay.segmentId,
      replay.change && JSON.stringify(replay.change),
      replay.node,
      replay.now,
      replay.total,
    ],
  );
  if (row === undefined) throw new Error("insert into agent_replay returned no row");
  return row.id;
}

/** Lists the replays of an agent with ids below `before`, newest first, or one of them. */
export async function listReplays(
  reader: Reader,
  account: number,
  {
    agentId,
    before = Number.MAX_SAFE_INTEGER,
    id = null,
    limit,
  }: {
    readonly agentId: number;
    readonly before?: number;
    readonly id?: number | null;
    readonly limit: number;
  },
): Promise<readonly ReplayRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    `select r.*, o.name as operator_name, c.* from agent_replay r
     join operator o on o.account_id = r.account_id and o.id = r.operator_id
     cross join lateral (
       select count(*) filter (where action in ('answer', 'ask'))::int as answered, count(*) filter (where action = 'hand_over')::int as handed_over,
         count(*) filter (where mark = 'good')::int as good, count(*) filter (where mark = 'wrong')::int as wrong,
         count(*) filter (where passed)::int as passed,
         (percentile_cont(0.5) within group (order by (turns -> 0 ->> 'ms')::float8) filter (where action in ('answer', 'ask')))::float8 as answer_ms,
         (percentile_cont(0.5) within group (order by (turns -> 0 -> 'reply' ->> 'afterMs')::float8))::float8 as operator_ms
       from agent_replay_result q where q.account_id = r.account_id and q.replay_id = r.id) c
     where r.account_id = $1 and r.agent_id = $2 and r.id < $3 and ($4::bigint is null or r.id = $4) order by r.id desc limit $5`,
    [account, agentId, before, id, limit],
  );
  return rows.map(toRecord);
}

/** Counts the running replays of an account. */
export async function countRunningReplays(reader: Reader, account: number): Promise<number> {
  const row = await reader.one<{ count: string }>(
    account,
    "select count(*) from agent_replay where account_id = $1 and state = 'running'",
    [account],
  );
  return toInteger(row?.count ?? 0);
}

/** Ends a replay that runs. What was answered stays. Returns false if it does not run. */
export async function cancelReplay(
  sql: Sql,
  { account, id }: ReplayKey,
  now: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update agent_replay set state = 'cancelled', ended_at = ${fromMilliseconds("$3")}
     where account_id = $1 and id = $2 and state = 'running' returning 1`,
    [account, id, now],
  );
  return rows.length > 0;
}

/** Continues a replay that was cancelled or failed. Returns false in another state. */
export async function resumeReplay(
  sql: Sql,
  { account, id }: ReplayKey,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<boolean> {
  const rows = await sql.query(
    `update agent_replay set state = 'running', problem = null, ended_at = null, failures = 0, node = $3, due_at = ${fromMilliseconds("$4")}
     where account_id = $1 and id = $2 and state in ('cancelled', 'failed') returning 1`,
    [account, id, node, now],
  );
  return rows.length > 0;
}

/** Takes over the replays of nodes that have ended. `nodes`: those that run, with this one. */
export async function claimReplays(
  sql: Sql,
  node: number,
  nodes: readonly number[],
): Promise<void> {
  await sql.query(
    "update agent_replay set node = $1 where state = 'running' and node <> all($2::bigint[])",
    [node, nodes],
  );
}

/** Returns the due replay of this node that was served the longest time ago, or null. */
export async function takeReplay(
  sql: Sql,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<ActiveReplay | null> {
  const [row] = await sql.query<ActiveReplay>(
    `with job as (
       select account_id, id from agent_replay where node = $1 and state = 'running' and due_at <= ${fromMilliseconds("$2")}
       order by served_at nulls first, id limit 1 for update)
     update agent_replay r set served_at = ${fromMilliseconds("$2")} from job where r.account_id = job.account_id and r.id = job.id
     returning r.account_id::float8 as account, r.id::float8 as id, r.agent_id::float8 as "agentId", r.change, r.processed, r.total, r.failures`,
    [node, now],
  );
  return row ?? null;
}

/** Returns when the next replay of this node is tried again, in ms since 1970, or null. */
export async function findNextReplayTime(sql: Sql, node: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select ${toMilliseconds("min(due_at)")} as at from agent_replay where node = $1 and state = 'running'`,
    [node],
  );
  return row?.at ?? null;
}

/** Tries the next result again at `dueAt`. */
export async function postponeReplay(
  sql: Sql,
  { account, id, failures }: ActiveReplay,
  dueAt: number,
): Promise<void> {
  await sql.query(
    `update agent_replay set failures = $3, due_at = ${fromMilliseconds("$4")} where account_id = $1 and id = $2 and state = 'running'`,
    [account, id, failures + 1, dueAt],
  );
}

/** Ends a replay that cannot continue. It can be resumed. */
export async function failReplay(
  sql: Sql,
  { account, id }: ReplayKey,
  problem: ModelFailureReason,
  now: number,
): Promise<void> {
  await sql.query(
    `update agent_replay set state = 'failed', problem = $3, ended_at = ${fromMilliseconds("$4")}
     where account_id = $1 and id = $2 and state = 'running'`,
    [account, id, problem, now],
  );
}

/** Deletes replays that ended before `before`, in ms since 1970. */
export async function removeOldReplays(sql: Sql, before: number): Promise<void> {
  await sql.query(`delete from agent_replay where ended_at < ${fromMilliseconds("$1")}`, [before]);
}

interface Row {
  readonly id: string;
  readonly subject: ReplayScope["subject"];
  readonly state: ReplayState;
  readonly problem: ModelFailureReason | null;
  readonly operator_id: string;
  readonly operator_name: string;
  readonly since: Date | null;
  readonly until: Date | null;
  readonly segment_id: string | null;
  readonly change: AgentTrial | null;
  readonly total: number;
  readonly processed: number;
  readonly tokens: string;
  readonly cost: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly answered: number;
  readonly handed_over: number;
  readonly good: number;
  readonly wrong: number;
  readonly passed: number;
  readonly answer_ms: number | null;
  readonly operator_ms: number | null;
}
const toRecord = (row: Row): ReplayRecord => ({
  id: toInteger(row.id),
  subject: row.subject,
  state: row.state,
  problem: row.problem,
  operator: { id: toInteger(row.operator_id), name: row.operator_name },
  since: toIsoTimeOrNull(row.since),
  until: toIsoTimeOrNull(row.until),
  segmentId: toIntegerOrNull(row.segment_id),
  change: row.change,
  total: row.total,
  processed: row.processed,
  tokens: toInteger(row.tokens),
  cost: toInteger(row.cost),
  createdAt: toIsoTime(row.created_at),
  endedAt: toIsoTimeOrNull(row.ended_at),
  counts: {
    answered: row.answered,
    handedOver: row.handed_over,
    good: row.good,
    wrong: row.wrong,
    passed: row.passed,
    answerMs: row.answer_ms === null ? null : Math.round(row.answer_ms),
    operatorMs: row.operator_ms === null ? null : Math.round(row.operator_ms),
  },
});
