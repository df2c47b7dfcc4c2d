import type { ActionResult } from "@parlour/protocol/actions/actions";
import type { RuleRepeat } from "@parlour/protocol/automation/rule";
import { conditionHolds, readFacts } from "@parlour/protocol/conditions/condition";
import type { ConditionSubject } from "@parlour/protocol/conditions/facts";
import { replaceMacros } from "../actions/replace-macros.ts";
import { runActions, type ActionRunnerDeps } from "../actions/run-actions.ts";
import type { Clock } from "../core/command.ts";
import { isUnavailable } from "../core/failure.ts";
import { getAccountFacts } from "../core/field/account-facts.ts";
import type { Db } from "../store/database/sql.ts";
import {
  createRun,
  findLastRunTime,
  finishRun,
  listStartedRuns,
  type RunOrigin,
  type StartedRun,
} from "../store/rules/rule-run.ts";
import { findRuleSubjects } from "../store/rules/rule-subject.ts";
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

/** Bounds how long other accounts wait for one whose runs are at their limit (RULE-026). */
export const maxTurnMs = 1_000;
/** Rules that may lead to each other. The next one does not run (RULE-024). */
const maxChain = 3;
const maxFailures = 20;
/** The keys that make a repeat of actions harmless are valid for a day. */
const maxRunMs = 20 * 3_600_000;
const hourMs = 3_600_000;

/** Rules that an origin may start, in their order. */
export interface DueRules extends RunOrigin {
  readonly rules: readonly RuleRow[];
}
interface Subject {
  readonly chat: ConditionSubject;
  /** Lists of rules of which none holds for the chat. */
  readonly refuted: Set<readonly RuleRow[]>;
}
const toSubject = (chat: ConditionSubject): Subject => ({ chat, refuted: new Set() });
/** Chats as they were read last. Those that a run may have changed are absent. */
type Subjects = Map<number, Subject>;

/**
 * Runs the rules of an account that are due, one origin after another (RULE-022, RULE-023). May be
 * called again for the same origins, also on two nodes at the same time: a run is stored before its
 * actions, and each action has a key. Throws if the database is not available.
 *
 * Ends before an origin if it has taken longer than `maxMs`, because other accounts may wait for
 * the call, and returns that origin. Otherwise returns null.
 *
 * Usually no rule runs, so the chats and the started runs are read once for all origins, and each
 * chat is compared once with each list of rules.
 */
export async function runRules<D extends DueRules>(
  deps: RunRulesDeps,
  account: number,
  due: readonly D[],
  maxMs = Infinity,
): Promise<D | null> {
  const startedAt = deps.clock.monotonic();
  const chatIds = [...new Set(due.map(({ chatId }) => chatId))];
  const [read, runs] = await Promise.all([
    findRuleSubjects(deps.reader, account, chatIds),
    listStartedRuns(deps.db, account, due),
  ]);
  const subjects: Subjects = new Map([...read].map(([id, chat]) => [id, toSubject(chat)]));
  const startedRuns = Map.groupBy(runs, ({ origin, chatId }) => `${chatId} ${origin}`);
  for (const [n, origin] of due.entries()) {
    // Each call makes progress.
    if (n > 0 && deps.clock.monotonic() - startedAt > maxMs) return origin;
    await runOrigin(
      deps,
      origin,
      subjects,
      startedRuns.get(`${origin.chatId} ${origin.origin}`) ?? [],
    );
  }
  return null;
}

async function runOrigin(
  deps: RunRulesDeps,
  due: DueRules,
  subjects: Subjects,
  runs: readonly StartedRun[],
): Promise<void> {
  const { chatId, rules, causedBy } = due;
  if (runs.length === 0 && subjects.get(chatId)?.refuted.has(rules) === true) return;
  let isRefuted = runs.length === 0 && causedBy.length === 0;
  const end = async (run: StartedRun): Promise<void> => {
    removeChanged(subjects, chatId);
    // A rule that was switched off or changed in the middle of its run ends the run.
    await endRun(deps, due, run, rules.find(({ id }) => id === run.ruleId)?.values.name ?? "");
  };
  const started = new Map(runs.map((run) => [run.ruleId, run] as const));
  for (const run of started.values()) await end(run);
  const facts = getAccountFacts(await deps.config(due.account));
  for (const rule of rules) {
    if (causedBy.includes(rule.id)) continue;
    const stored = started.get(rule.id);
    if (stored === undefined) {
      // Most rules end here, so nothing is awaited before (PERF-26).
      const subject = subjects.get(chatId) ?? (await readSubject(deps, due, subjects));
      if (subject === undefined) return;
      const bound = { condition: rule.values.if, facts, now: deps.clock.now() };
      if (!conditionHolds(bound, subject.chat)) continue;
    }
    isRefuted = false;
    const run = stored ?? (await startRun(deps, due, rule));
    if (run === null) continue;
    if (stored === undefined) await end(run);
    if (rule.values.stop && run.state !== "stopped") return;
  }
  if (isRefuted) subjects.get(chatId)?.refuted.add(rules);
}

/** Removes what a run may change: its chat, and the other chats of the visitor. */
function removeChanged(subjects: Subjects, chatId: number): void {
  const visitor = subjects.get(chatId)?.chat.visitor.id;
  for (const [id, { chat }] of subjects) if (chat.visitor.id === visitor) subjects.delete(id);
}

async function readSubject(
  deps: RunRulesDeps,
  origin: RunOrigin,
  subjects: Subjects,
): Promise<Subject | undefined> {
  const chat = await readChat(deps, origin);
  if (chat === undefined) return undefined;
  const subject = toSubject(chat);
  subjects.set(origin.chatId, subject);
  return subject;
}

const readChat = async (
  { reader }: RunRulesDeps,
  { account, chatId }: RunOrigin,
): Promise<ConditionSubject | undefined> =>
  (await findRuleSubjects(reader, account, [chatId])).get(chatId);

/** Stores a run of a rule whose condition held, if it is due now, and returns it. */
async function startRun(
  deps: RunRulesDeps,
  origin: RunOrigin,
  rule: RuleRow,
): Promise<StartedRun | null> {
  const { account, causedBy } = origin;
  const { clock, db, reader } = deps;
  if (!(await canRunOnChat(deps, origin, rule))) return null;
  await deps.waitForTurn(account);
  // The chat as it is stored now decides.
  const chat = await readChat(deps, origin);
  const facts = getAccountFacts(await deps.config(account));
  const bound = { condition: rule.values.if, facts, now: clock.now() };
  if (chat === undefined || !conditionHolds(bound, chat)) return null;
  return createRun(db, {
    ...origin,
    ruleId: rule.id,
    version: rule.facts.version,
    facts: readFacts(bound, chat),
    actions: await replaceMacros(reader, account, rule.values.do, {
      filter: { of: "shared" },
      depth: 0,
    }),
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
