import type { RuleRepeat, RuleStart } from "@parlour/protocol/automation/rule";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { toInteger } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** Tries of rules on the past (RULE-050). */

interface DryRunMatches {
  /** How often the rule would have run. */
  readonly matched: number;
  /** The first chats on which it would have run. */
  readonly chats: readonly number[];
  /** The first chats on which only this rule would have run. null: it is not compared. */
  readonly added: readonly number[] | null;
  /** The first chats on which only the stored rule would have run. */
  readonly removed: readonly number[] | null;
}
interface DryRunProgress extends DryRunMatches {
  readonly total: number;
  /** Entries of the journal that were read. */
  readonly processed: number;
}
type DryRunState = "running" | "done" | "cancelled" | "failed";
export interface DryRunRecord extends DryRunProgress {
  readonly id: number;
  readonly state: DryRunState;
}
/** The parts of a rule that decide whether it runs. */
export interface DryRunRule {
  readonly when: RuleStart;
  readonly if: Condition;
  readonly repeat: RuleRepeat;
}
/** A dry run of this node that has not ended. */
export interface PendingDryRun {
  readonly account: number;
  readonly id: number;
  readonly rule: DryRunRule;
  /** The rule with which it is compared. */
  readonly stored: DryRunRule | null;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Stores a dry run, cancels the one before, and deletes those of earlier days. Returns its id. */
export async function createDryRun(
  sql: Sql,
  account: number,
  run: {
    readonly node: number;
    readonly rule: DryRunRule;
    readonly stored: DryRunRule | null;
    readonly since: number;
    readonly now: number;
  },
): Promise<number> {
  const [row] = await sql.query<{ id: number }>(
    `with old as (delete from rule_dry_run where account_id = $1 and created_at < ${fromMilliseconds("$5")} - interval '1 day'),
     replaced as (update rule_dry_run set state = 'cancelled' where account_id = $1 and state = 'running' and created_at >= ${fromMilliseconds("$5")} - interval '1 day')
     insert into rule_dry_run (account_id, node, rule, since, created_at, stored_rule)
     values ($1, $2, $3, ${fromMilliseconds("$4")}, ${fromMilliseconds("$5")}, $6) returning id::float8 as id`,
    [
      account,
      run.node,
      JSON.stringify(run.rule),
      run.since,
      run.now,
      run.stored && JSON.stringify(run.stored),
    ],
  );
  return row?.id ?? 0;
}

export async function findDryRun(
  reader: Reader,
  account: number,
  id: number,
): Promise<DryRunRecord | null> {
  const row = await reader.one<{
    state: DryRunState;
    total: string;
    processed: string;
    matched: string;
    chats: string[];
    added: string[] | null;
    removed: string[] | null;
  }>(
    account,
    "select state, total, processed, matched, chats, added, removed from rule_dry_run where account_id = $1 and id = $2",
    [account, id],
  );
  return row === null
    ? null
    : {
        id,
        state: row.state,
        total: toInteger(row.total),
        processed: toInteger(row.processed),
        matched: toInteger(row.matched),
        chats: row.chats.map(toInteger),
        added: row.added?.map(toInteger) ?? null,
        removed: row.removed?.map(toInteger) ?? null,
      };
}

/** Cancels a dry run, unless it has ended. */
export async function cancelDryRun(sql: Sql, account: number, id: number): Promise<void> {
  await sql.query(
    "update rule_dry_run set state = 'cancelled' where account_id = $1 and id = $2 and state = 'running'",
    [account, id],
  );
}

/** Takes over the running dry runs of nodes that have ended. `nodes`: those that run. */
export async function claimDryRuns(
  sql: Sql,
  node: number,
  nodes: readonly number[],
): Promise<void> {
  await sql.query(
    "update rule_dry_run set node = $1 where state = 'running' and node <> all($2::bigint[])",
    [node, nodes],
  );
}

/** Returns the oldest running dry run of a node, or null. */
export async function findPendingDryRun(sql: Sql, node: number): Promise<PendingDryRun | null> {
  const [row] = await sql.query<Omit<PendingDryRun, "since"> & { readonly since: Date }>(
    `select account_id::float8 as account, id::float8 as id, rule, stored_rule as stored, since from rule_dry_run
     where node = $1 and state = 'running' order by created_at, id limit 1`,
    [node],
  );
  return row === undefined ? null : { ...row, since: row.since.getTime() };
}

/** Stores the progress of a dry run. Returns false if it was cancelled or taken over. */
export async function saveDryRun(
  sql: Sql,
  { account, id }: PendingDryRun,
  node: number,
  progress: DryRunProgress & { readonly state: "running" | "done" },
): Promise<boolean> {
  const rows = await sql.query(
    `update rule_dry_run set state = $4, total = $5, processed = $6, matched = $7, chats = $8,
       added = $9, removed = $10
     where account_id = $1 and id = $2 and node = $3 and state = 'running' returning id`,
    [
      account,
      id,
      node,
      progress.state,
      progress.total,
      progress.processed,
      progress.matched,
      progress.chats,
      progress.added,
      progress.removed,
    ],
  );
  return rows.length > 0;
}

/** Ends a dry run after an unexpected error. */
export async function failDryRun(sql: Sql, { account, id }: PendingDryRun): Promise<void> {
  await sql.query(
    "update rule_dry_run set state = 'failed' where account_id = $1 and id = $2 and state = 'running'",
    [account, id],
  );
}

/** Returns the position of the last entry before a time, in ms since 1970. 0: there is none. */
export async function findPositionBefore(
  reader: Reader,
  account: number,
  time: number,
): Promise<number> {
  const row = await reader.one<{ position: string }>(
    account,
    `select position from journal where account_id = $1 and at < ${fromMilliseconds("$2")} order by position desc limit 1`,
    [account, time],
  );
  return toInteger(row?.position ?? 0);
}
