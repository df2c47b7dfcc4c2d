import type { ActionResult } from "@parlour/protocol/actions/actions";
import type { RuleActions } from "@parlour/protocol/automation/rule";
import type { NamedRef } from "../../core/entity.ts";
import { toInteger, toIntegerOrNull, toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** Runs of rules on chats (RULE-030). */

/** How long runs are kept. */
export const runRetentionMs = 30 * 24 * 3_600_000;

export type RuleRunState = "running" | "done" | "stopped" | "unknown";
/** A run as the part that runs rules sees it. */
export interface StartedRun {
  readonly id: number;
  readonly chatId: number;
  readonly origin: string;
  readonly ruleId: number;
  readonly state: RuleRunState;
  /** The actions, as long as it runs. */
  readonly actions: RuleActions;
  readonly startedAt: number;
}
/** What starts a rule on a chat. */
export interface RunOrigin {
  readonly account: number;
  readonly chatId: number;
  /** `entry:<position>`, or a lasting state with its beginning. */
  readonly origin: string;
  /** Ids of the rules whose effects led to it. */
  readonly causedBy: readonly number[];
}
export interface NewRun extends RunOrigin {
  readonly ruleId: number;
  readonly version: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly actions: RuleActions;
  readonly state: "running" | "stopped";
  readonly now: number;
}

const startedColumns = `r.id::float8 as id, r.chat_id::float8 as "chatId", r.origin, r.rule_id::float8 as "ruleId", r.state, coalesce(r.actions, '[]') as actions,
  (extract(epoch from r.at) * 1000)::float8 as "startedAt"`;

/**
 * SQL that lets the transaction commit without waiting for the disk. Everything committed later is
 * on the disk later: the actions of a run, and the cursor behind its entry. So a crash of the
 * database that loses the run also loses what depends on it.
 */
const commitWithoutFlush = "set_config('synchronous_commit', 'off', true)";

/** Returns the runs that these origins of an account have started, the first one first. */
export const listStartedRuns = (
  sql: Sql,
  account: number,
  origins: readonly RunOrigin[],
): Promise<readonly StartedRun[]> =>
  sql.query(
    `select ${startedColumns} from unnest($2::bigint[]) c (chat_id)
     join rule_run r on r.account_id = $1 and r.chat_id = c.chat_id where r.origin = any($3::text[]) order by r.id`,
    [
      account,
      [...new Set(origins.map(({ chatId }) => chatId))],
      origins.map(({ origin }) => origin),
    ],
  );

/** Stores a run. Returns null if the origin has started the rule before. */
export async function createRun(sql: Sql, run: NewRun): Promise<StartedRun | null> {
  const [row] = await sql.query<StartedRun>(
    `insert into rule_run as r (account_id, rule_id, chat_id, origin, version, caused_by, facts, actions, state, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${fromMilliseconds("$10")})
     on conflict (account_id, chat_id, rule_id, origin) do nothing returning ${startedColumns}, ${commitWithoutFlush}`,
    [
      run.account,
      run.ruleId,
      run.chatId,
      run.origin,
      run.version,
      run.causedBy,
      JSON.stringify(run.facts),
      run.state === "running" ? JSON.stringify(run.actions) : null,
      run.state,
      run.now,
    ],
  );
  return row ?? null;
}

/** Stores the end of a run. Returns how many runs in a row had all actions refused. */
export async function finishRun(
  sql: Sql,
  account: number,
  { id, ruleId }: StartedRun,
  end: { readonly state: RuleRunState; readonly results: readonly ActionResult[] },
): Promise<number> {
  const isFailed =
    end.results.length > 0 && end.results.every(({ result }) => result === "refused");
  const [rule] = await sql.query<{ failures: number }>(
    `with run as (
       update rule_run set state = $4, results = $5, actions = null
       where account_id = $1 and id = $3 and state = 'running' returning id, ${commitWithoutFlush})
     update rule r set failures = case when $6 then r.failures + 1 else 0 end from run
     where r.account_id = $1 and r.id = $2 and ($6 or r.failures > 0) returning r.failures`,
    [account, ruleId, id, end.state, JSON.stringify(end.results), isFailed],
  );
  return rule?.failures ?? 0;
}

/** Returns when the rule ran last on the chat, in ms since 1970, or null if it did not. */
export async function findLastRunTime(
  sql: Sql,
  { account, chatId }: RunOrigin,
  ruleId: number,
): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select (extract(epoch from max(at)) * 1000)::float8 as at from rule_run
     where account_id = $1 and chat_id = $2 and rule_id = $3 and state <> 'stopped'`,
    [account, chatId, ruleId],
  );
  return row?.at ?? null;
}

/**
 * Returns the ids of the rules that led to the effects of a rule on a chat, with this rule as the
 * last. Its latest run on the chat is taken.
 */
export async function findChain(
  sql: Sql,
  { account, chatId }: { readonly account: number; readonly chatId: number },
  ruleId: number,
): Promise<readonly number[]> {
  const [row] = await sql.query<{ chain: number[] }>(
    `select caused_by::float8[] as chain from rule_run
     where account_id = $1 and chat_id = $2 and rule_id = $3 and state <> 'stopped' order by id desc limit 1`,
    [account, chatId, ruleId],
  );
  return [...(row?.chain ?? []), ruleId];
}

/** A run as the service API shows it. */
export interface RuleRunRecord {
  readonly id: number;
  readonly rule: NamedRef;
  readonly chatId: number;
  readonly chatNumber: number | null;
  readonly at: string;
  readonly version: number;
  readonly state: RuleRunState;
  readonly results: readonly ActionResult[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly causedBy: readonly NamedRef[];
}

/** Whose runs are listed. */
export interface RunOwner {
  readonly of: "rule" | "chat";
  readonly id: number;
}
/** Lists the runs of a rule or on a chat after `since`, in ms since 1970, the newest first. */
export async function listRuns(
  reader: Reader,
  account: number,
  page: {
    readonly owner: RunOwner;
    readonly since: number;
    /** Id of the last run of the previous page, or null. */
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<readonly RuleRunRecord[]> {
  const rows = await reader.rows<{
    id: string;
    rule_id: string;
    name: string;
    chat_id: string;
    number: string | null;
    at: Date;
    version: number;
    state: RuleRunState;
    results: readonly ActionResult[];
    facts: Readonly<Record<string, unknown>>;
    causes: readonly NamedRef[] | null;
  }>(
    account,
    `select r.id, r.rule_id, u.name, r.chat_id, c.number, r.at, r.version, r.state, r.results, r.facts, (
         select json_agg(json_build_object('id', q.id, 'name', coalesce(x.name, '')) order by q.n)
         from unnest(r.caused_by) with ordinality q(id, n) left join rule x on x.account_id = $1 and x.id = q.id) as causes
     from rule_run r join rule u on u.account_id = r.account_id and u.id = r.rule_id left join chat c on c.account_id = r.account_id and c.id = r.chat_id
     where r.account_id = $1 and r.${page.owner.of}_id = $2 and r.at >= ${fromMilliseconds("$3")} and ($4::bigint is null or r.id < $4)
     order by r.id desc limit $5`,
    [account, page.owner.id, page.since, page.before, page.limit],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    rule: { id: toInteger(row.rule_id), name: row.name },
    chatId: toInteger(row.chat_id),
    chatNumber: toIntegerOrNull(row.number),
    at: toIsoTime(row.at),
    version: row.version,
    state: row.state,
    results: row.results,
    facts: row.facts,
    causedBy: row.causes ?? [],
  }));
}

/**
 * Deletes runs that started before `before`, in ms since 1970. Those of running chats stay, because
 * they show that a rule has run on the chat.
 */
export async function removeOldRuns(sql: Sql, before: number): Promise<void> {
  await sql.query(
    `delete from rule_run r where r.at < ${fromMilliseconds("$1")} and not exists (
       select from chat c where c.account_id = r.account_id and c.id = r.chat_id and c.state <> 'closed')`,
    [before],
  );
}

/** Removes the values of visitors from the runs on chats whose content is erased (CORE-116). */
export async function eraseRunFacts(
  sql: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await sql.query(
    "update rule_run set facts = '{}' where account_id = $1 and chat_id = any($2::bigint[]) and facts <> '{}'",
    [account, chats],
  );
}
