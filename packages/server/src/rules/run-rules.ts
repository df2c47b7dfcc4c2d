import type { ActionResult } from "@parlour/protocol/actions/actions";
import type { RuleRepeat } from "@parlour/protocol/automation/rule";
import { conditionHolds, readFacts } from "@parlour/protocol/conditions/condition";
import { runActions, type ActionRunnerDeps } from "../actions/run-actions.ts";
import type { Clock } from "../core/command.ts";
import { isUnavailable } from "../core/failure.ts";
import { getAccountFacts } from "../store/conditions/account-facts.ts";
import type { Db } from "../store/database/sql.ts";
import {
  createRun,
  findLastRunTime,
  finishRun,
  listStartedRuns,
  type RunOrigin,
  type StartedRun,
} from "../store/rules/rule-run.ts";
import { findRuleSubject } from "../store/rules/rule-subject.ts";
import type { RuleRow } from "../store/settings/content/rule.ts";

export interface RunRulesDeps extends ActionRunnerDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Resolves when the account may run another rule (RULE-026). */
  readonly waitForTurn: (account: number) => Promise<void>;
  /** Switches a rule off that failed too often, and notifies administrators (RULE-025). */
  readonly switchOff: (account: number, ruleId: number) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** Rules that may lead to each other. The next one does not run (RULE-024). */
const maxChain = 3;
const maxFailures = 20;
/** The keys that make a repeat of actions harmless are valid for a day. */
const maxRunMs = 20 * 3_600_000;
const hourMs = 3_600_000;

/**
 * Runs those of the rules that are due for an origin, in their order (RULE-022, RULE-023). May be
 * called again for the same origin, also on two nodes at the same time: a run is stored before its
 * actions, and each action has a key. Throws if the database is not available.
 */
export async function runRules(
  deps: RunRulesDeps,
  origin: RunOrigin,
  rules: readonly RuleRow[],
): Promise<void> {
  const started = new Map(
    (await listStartedRuns(deps.db, origin)).map((run) => [run.ruleId, run] as const),
  );
  // A rule that was switched off or changed in the middle of its run ends the run.
  for (const run of started.values())
    await endRun(deps, origin, run, rules.find(({ id }) => id === run.ruleId)?.values.name ?? "");
  for (const rule of rules) {
    if (origin.causedBy.includes(rule.id)) continue;
    const run = started.get(rule.id) ?? (await startRun(deps, origin, rule));
    if (run === null) continue;
    if (!started.has(rule.id)) await endRun(deps, origin, run, rule.values.name);
    if (rule.values.stop && run.state !== "stopped") return;
  }
}

/** Stores a run of the rule if it is due now, and returns it. */
async function startRun(
  deps: RunRulesDeps,
  origin: RunOrigin,
  rule: RuleRow,
): Promise<StartedRun | null> {
  const { account, chatId, causedBy } = origin;
  const { clock, db, reader, config } = deps;
  const chat = await findRuleSubject(reader, account, chatId);
  if (chat === null) return null;
  const facts = getAccountFacts(await config(account));
  const bound = { condition: rule.values.if, facts, now: clock.now() };
  if (!conditionHolds(bound, chat) || !(await canRunOnChat(deps, origin, rule))) return null;
  await deps.waitForTurn(account);
  return createRun(db, {
    ...origin,
    ruleId: rule.id,
    version: rule.facts.version,
    facts: readFacts(bound, chat),
    actions: rule.values.do,
    state: causedBy.length < maxChain ? "running" : "stopped",
    now: clock.now(),
  });
}

/** Returns whether the rule may run on the chat again (RULE-012). */
async function canRunOnChat(
  { db, clock }: RunRulesDeps,
  origin: RunOrigin,
  { id, values: { repeat } }: RuleRow,
): Promise<boolean> {
  if (repeat === "event") return true;
  return canRepeat(repeat, await findLastRunTime(db, origin, id), clock.now());
}

/**
 * Returns whether a rule runs on a chat at the time `at`, if it ran last at `last` (RULE-012).
 * Times are in ms since 1970. null: it has not run.
 */
export function canRepeat(repeat: RuleRepeat, last: number | null, at: number): boolean {
  if (last === null || repeat === "event") return true;
  return repeat !== "chat" && last + repeat.hours * hourMs <= at;
}

/** Runs the actions of a run that has not ended, and stores their results. */
async function endRun(
  deps: RunRulesDeps,
  { account, chatId }: RunOrigin,
  run: StartedRun,
  name: string,
): Promise<void> {
  if (run.state !== "running") return;
  const results = await runOnce(deps, { account, chatId, name }, run);
  const failures = await finishRun(
    deps.db,
    account,
    run,
    results === null ? { state: "unknown", results: [] } : { state: "done", results },
  );
  if (failures >= maxFailures) await deps.switchOff(account, run.ruleId);
}

/** Returns the results of the actions. null: what became of them is unknown. */
async function runOnce(
  deps: RunRulesDeps,
  {
    account,
    chatId,
    name,
  }: { readonly account: number; readonly chatId: number; readonly name: string },
  { id, ruleId, actions, startedAt }: StartedRun,
): Promise<readonly ActionResult[] | null> {
  if (startedAt + maxRunMs < deps.clock.now()) return null;
  try {
    return await runActions(
      deps,
      {
        account,
        operator: null,
        cause: { kind: "rule", id: ruleId, name },
        key: { scope: `rule:${ruleId}`, prefix: `${id}:` },
      },
      chatId,
      actions,
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // The rules behind this one must not wait for a fault in it.
    deps.onFault(error);
    return null;
  }
}
