import type { RuleState } from "@parlour/protocol/automation/rule";
import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import { answerCondition, unreadCondition } from "../chats/list/unread.ts";
import { toConditionSql } from "../conditions/condition-sql.ts";
import { createParameters, toInteger, type QueryParameters } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";
import type { RuleRow } from "../settings/content/rule.ts";

/** Chats in lasting states (RULE-011). */

/** A rule with its condition, as a query needs it. */
interface BoundRule {
  readonly rule: RuleRow;
  readonly condition: BoundCondition;
}
/** A state that rules wait for, with the rules in their order. */
export interface AwaitedState {
  readonly state: RuleState;
  readonly seconds: number;
  readonly rules: readonly BoundRule[];
}
/** A chat in a state, since ms since 1970. */
export interface LastingChat {
  readonly chatId: number;
  readonly since: number;
}

const hourMs = 3_600_000;
/** Returns what names a beginning of a state in runs. */
export const toStateOrigin = (
  { state, seconds }: { readonly state: RuleState; readonly seconds: number },
  since: number | string,
): string => `${state}:${seconds}:${since}`;

/** Returns the accounts that have a rule for a state, also if it is switched off. */
export async function listAccountsWithStates(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.query<{ account: number }>(
    "select distinct account_id::float8 as account from rule where not starts ? 'event'",
  );
  return rows.map(({ account }) => account);
}

/** A run on a lasting state whose actions did not end. */
export interface InterruptedRun {
  readonly ruleId: number;
  readonly chatId: number;
  readonly origin: string;
}
/** Returns the interrupted runs of the rules. An entry continues its runs when it is read again. */
export const listInterruptedRuns = (
  sql: Sql,
  account: number,
  ruleIds: readonly number[],
): Promise<readonly InterruptedRun[]> =>
  sql.query(
    `select rule_id::float8 as "ruleId", chat_id::float8 as "chatId", origin from rule_run
     where account_id = $1 and rule_id = any($2) and state = 'running' and origin not like 'entry:%' order by id`,
    [account, ruleIds],
  );

/** Ends interrupted runs of switched-off rules on lasting states (RULE-030). */
export async function endRunsOfDisabledRules(sql: Sql, account: number): Promise<void> {
  await sql.query(
    `update rule_run r set state = 'unknown', actions = null from rule u
     where u.account_id = $1 and not u.enabled and r.account_id = u.account_id and r.rule_id = u.id
       and r.state = 'running' and r.origin not like 'entry:%'`,
    [account],
  );
}

/** Returns chats whose state has lasted and made a rule due, the longest first. */
export async function listLastingChats(
  reader: Reader,
  account: number,
  awaited: AwaitedState,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly LastingChat[]> {
  const v = createParameters(account);
  const due = awaited.rules.map((bound) => dueSql(bound, awaited, v, now)).join(" or ");
  const rows = await reader.rows<{ id: string; since: number }>(
    account,
    `select c.id, s.since from (${chatsInState[awaited.state]}) s join chat c on c.account_id = $1 and c.id = s.id
     where s.since <= ${v.put(now - awaited.seconds * 1000)}::float8 and (${due}) order by s.since limit ${v.put(limit)}`,
    v.list,
  );
  return rows.map(({ id, since }) => ({ chatId: toInteger(id), since }));
}

/** Returns when the next chat will have been in the state for its time, or null if none is. */
export async function findNextDueTime(
  reader: Reader,
  account: number,
  { state, seconds }: AwaitedState,
  now: number,
): Promise<number | null> {
  const row = await reader.one<{ since: number | null }>(
    account,
    `select min(s.since) as since from (${chatsInState[state]}) s where s.since > $2::float8`,
    [account, now - seconds * 1000],
  );
  return row?.since == null ? null : row.since + seconds * 1000;
}

/** Selects the chats in each state with its beginning. A snoozed chat is in none (SNZ-002). */
const chatsInState: Readonly<Record<RuleState, string>> = {
  waiting_for_s: `select w.id, ${toMilliseconds("(w.body::jsonb #>> '{wait,since}')::timestamptz")} as since
    from chat w join chat_activity a on a.account_id = w.account_id and a.chat_id = w.id
    where w.account_id = $1 and w.state = 'waiting' and a.snoozed_until is null`,
  silent_for_s: `select w.id, ${toMilliseconds("j.at")} as since from chat_activity a
    join chat w on w.account_id = a.account_id and w.id = a.chat_id
    join journal j on j.account_id = a.account_id and j.chat_id = a.chat_id and j.seq = a.answer_seq
    where a.account_id = $1 and a.running and a.snoozed_until is null and a.answer_seq > a.visitor_seq and w.state <> 'closed'
      and not exists (select from journal j where j.account_id = a.account_id and j.chat_id = a.chat_id and j.seq > a.counted_seq
        and (${unreadCondition} or ${answerCondition}))`,
};

/**
 * Returns SQL for whether a rule is due: it was on when the state had lasted for its time, its
 * condition holds, and it has not run for this beginning, on the chat or in the last hours
 * (RULE-012).
 */
function dueSql(
  { rule, condition }: BoundRule,
  awaited: AwaitedState,
  v: QueryParameters,
  now: number,
): string {
  const { repeat } = rule.values;
  const origin = `r.origin = ${v.put(toStateOrigin(awaited, ""))} || s.since::text`;
  const ran =
    typeof repeat === "object"
      ? `(${origin} or r.at > ${fromMilliseconds(v.put(now - repeat.hours * hourMs))})`
      : repeat === "chat"
        ? "true"
        : origin;
  return `(s.since > ${v.put(rule.facts.switchedOnAt - awaited.seconds * 1000)}::float8 and ${toConditionSql(condition, v)}
    and not exists (select from rule_run r where r.account_id = $1 and r.chat_id = c.id and r.rule_id = ${v.put(rule.id)} and ${ran}))`;
}
