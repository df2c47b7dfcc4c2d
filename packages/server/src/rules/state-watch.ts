import { ruleStates } from "@parlour/protocol/automation/rule";
import type { Clock } from "../core/command.ts";
import type { JobAssignment } from "../journal/subscribers/durable-consumer.ts";
import { getAccountFacts } from "../core/field/account-facts.ts";
import {
  endRunsOfDisabledRules,
  findNextDueTime,
  listAccountsWithStates,
  listInterruptedRuns,
  listLastingChats,
  toStateOrigin,
  type AwaitedState,
} from "../store/rules/lasting-states.ts";
import type { RuleRow } from "../store/settings/content/rule.ts";
import { startDueAlarm, type DueAlarm } from "../timers/due-alarm.ts";
import type { RuleDirectory } from "./rule-directory.ts";
import { maxTurnMs, runRules, type RunRulesDeps } from "./run-rules.ts";

export interface StateWatchDeps extends RunRulesDeps {
  readonly directory: RuleDirectory;
  readonly clock: Clock;
  readonly jobs?: JobAssignment;
}
/** Runs rules when states of chats have lasted for their time (RULE-011). */
export interface StateWatch extends DueAlarm {
  noteChange(account: number): void;
}

/** Job of the consumer, which one node has. */
export const rulesJob = "rules";
const chatsPerQuery = 200;

/**
 * Starts the checks of lasting states. A state that begins after a check lasts for its time no
 * earlier than that time after the check. So the next check is then, or when a chat that is in the
 * state now will be due. Nothing needs to follow the journal, and nothing runs without such rules.
 */
export async function startStateWatch(deps: StateWatchDeps): Promise<StateWatch> {
  const { clock, db, jobs } = deps;
  const isResponsible = (): boolean => jobs?.isResponsible(rulesJob) !== false;
  /** In ms since 1970. 0: first check, or changed rules. null: not read yet. */
  let checks: Map<number, number> | null = null;
  const alarm = await startDueAlarm({
    clock,
    onFault: deps.onFault,
    async findEarliest() {
      if (!isResponsible()) return null;
      checks ??= new Map((await listAccountsWithStates(db)).map((account) => [account, 0]));
      return checks.size === 0 ? null : Math.min(...checks.values());
    },
    async processDue() {
      const due = [...(checks ?? [])].find(([, at]) => at <= clock.now());
      if (due === undefined || !isResponsible()) return false;
      const [account, at] = due;
      if (at === 0) await continueRuns(deps, account);
      const next = await checkAccount(deps, account);
      // Moves the account behind the others, which must not wait for one that is always due.
      checks?.delete(account);
      if (next !== null) checks?.set(account, next);
      return true;
    },
  });
  const stopJobs = jobs?.onResponsibilityChange(() => {
    checks = null;
    if (isResponsible()) alarm.scheduleBy(clock.now());
  });
  return {
    ...alarm,
    noteChange(account) {
      checks?.set(account, 0);
      alarm.scheduleBy(clock.now());
    },
    async close() {
      stopJobs?.();
      await alarm.close();
    },
  };
}

/** Ends the runs that a crash interrupted (RULE-022). Only one node has these checks. */
async function continueRuns(deps: StateWatchDeps, account: number): Promise<void> {
  const { rules } = await deps.directory.read(account);
  const ruleIds = rules.map(({ id }) => id);
  await endRunsOfDisabledRules(deps.db, account);
  const runs = await listInterruptedRuns(deps.db, account, ruleIds);
  await runRules(
    deps,
    account,
    runs.map(({ ruleId, ...run }) => ({
      ...run,
      account,
      causedBy: [],
      rules: rules.filter(({ id }) => id === ruleId),
    })),
  );
}

/** Runs the due rules of an account. Returns the time of the next check, or null for none. */
async function checkAccount(deps: StateWatchDeps, account: number): Promise<number | null> {
  const { directory, reader, clock } = deps;
  const now = clock.now();
  const facts = getAccountFacts(await deps.config(account));
  const { rules } = await directory.read(account);
  let next: number | null = null;
  for (const awaited of listAwaitedStates(rules, (rule) => ({
    rule,
    condition: { condition: rule.values.if, facts, now },
  }))) {
    const chats = await listLastingChats(reader, account, awaited, { now, limit: chatsPerQuery });
    const unhandled = await runRules(
      deps,
      account,
      chats.map(({ chatId, since }) => ({
        account,
        chatId,
        origin: toStateOrigin(awaited, since),
        causedBy: [],
        rules: awaited.rules.map(({ rule }) => rule),
      })),
      maxTurnMs,
    );
    const dueAt =
      chats.length === chatsPerQuery || unhandled !== null
        ? now
        : await findNextDueTime(reader, account, awaited, now);
    next = Math.min(next ?? Infinity, dueAt ?? Infinity, now + awaited.seconds * 1000);
  }
  return next;
}

function listAwaitedStates(
  rules: readonly RuleRow[],
  bind: (rule: RuleRow) => AwaitedState["rules"][number],
): readonly AwaitedState[] {
  return ruleStates.flatMap((state) => {
    const bySeconds = Map.groupBy(
      rules.filter(({ values: { when } }) => state in when),
      ({ values: { when } }) =>
        (when as Readonly<Partial<Record<typeof state, number>>>)[state] ?? 0,
    );
    return [...bySeconds].map(([seconds, group]) => ({ state, seconds, rules: group.map(bind) }));
  });
}
