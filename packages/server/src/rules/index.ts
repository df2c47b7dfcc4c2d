import type { ActionRunnerDeps } from "../actions/run-actions.ts";
import type { PlannedDelivery } from "../core/delivery/planner.ts";
import type { Delivery } from "../core/entity.ts";
import { pause } from "../core/pause.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { ChangeSettings } from "../journal/index.ts";
import {
  startDurableConsumer,
  type ConsumerDeps,
  type DurableConsumer,
} from "../journal/subscribers/durable-consumer.ts";
import type { Limits } from "../limits/index.ts";
import type { Db } from "../store/database/sql.ts";
import { findChain, removeOldRuns, runRetentionMs } from "../store/rules/rule-run.ts";
import { findMessageCause } from "../store/rules/rule-subject.ts";
import { switchRuleOff, type RuleRow } from "../store/settings/content/rule.ts";
import { findCausingRule, getCausingRule, isEvent, parseData } from "./entry-events.ts";
import { createRuleDirectory, type AccountRules, type RuleDirectory } from "./rule-directory.ts";
import { maxTurnMs, runRules, type DueRules, type RunRulesDeps } from "./run-rules.ts";
import { rulesJob, startStateWatch } from "./state-watch.ts";

export interface RulesDeps extends ConsumerDeps, ActionRunnerDeps {
  readonly db: Db;
  readonly limits: Limits;
  readonly change: ChangeSettings;
  /** Plans the email about a rule that switches itself off (RULE-027). */
  readonly planMail: (account: number) => Promise<readonly PlannedDelivery[]>;
}
/** Runs rules in the background. */
interface Rules extends DurableConsumer {
  /** Deletes runs that started 30 days ago. */
  cleanUp(): Promise<void>;
}

const maxEntriesPerRound = 500;
/** Messages of this time are compared together (PERF-26). */
const minIntervalMs = 100;
/** A full round is followed earlier, so that rules keep up with the messages of a busy node. */
const restFactor = 4;

/**
 * Starts the consumer that runs the rules of all accounts for the events in their journals
 * (RULE-022). It is separate from the write path, so that accepting a message never waits for a
 * rule.
 */
export async function startRules(deps: RulesDeps): Promise<Rules> {
  const { clock, db } = deps;
  const directory = createRuleDirectory(deps);
  const runDeps = createRunDeps(deps);
  const states = await startStateWatch({ ...deps, ...runDeps, directory });
  const consumer = await startDurableConsumer(deps, {
    name: rulesJob,
    minIntervalMs,
    restFactor,
    maxEntries: maxEntriesPerRound,
    isRelevant: (entry) => directory.isRelevant(entry),
    async handle(entries) {
      const accounts = Map.groupBy(entries, ({ account }) => account);
      const unhandled = await Promise.all(
        [...accounts].map(async ([account, list]) => {
          const due = await listDueRules(runDeps, directory, account, list);
          const next = await runRules(runDeps, account, due, maxTurnMs);
          if (list.some((entry) => directory.isChange(entry))) states.noteChange(account);
          return next === null ? [] : [[account, next.position] as const];
        }),
      );
      return new Map(unhandled.flat());
    },
  });
  return {
    async settle() {
      await consumer.settle();
      await states.settle();
      // The effects of rules are entries too.
      await consumer.settle();
    },
    cleanUp: () => removeOldRuns(db, clock.now() - runRetentionMs),
    async close() {
      directory.close();
      await consumer.close();
      await states.close();
    },
  };
}

/** Adds the pace of runs, and how a rule is switched off. */
const createRunDeps = (deps: RulesDeps): RunRulesDeps => ({
  ...deps,
  async waitForTurn(account) {
    for (;;) {
      const turn = await deps.limits.take("rule_runs", account);
      if (turn.ok) return;
      await pause(deps.clock, turn.retryAfterMs);
    }
  },
  async switchOff(account, ruleId) {
    const deliveries = await deps.planMail(account);
    await deps.change(account, async (tx) => {
      const isOff = await switchRuleOff(tx, { account, id: ruleId }, deps.clock.now());
      return isOff
        ? { result: undefined, changed: [{ kind: "rule", id: ruleId }], deliveries }
        : { result: undefined, changed: [] };
    });
  },
});

interface RulesOfEntry extends DueRules {
  readonly position: number;
}
/** Returns the rules that the entries of an account may start. */
async function listDueRules(
  deps: RunRulesDeps,
  directory: RuleDirectory,
  account: number,
  entries: readonly JournalEntry[],
): Promise<readonly RulesOfEntry[]> {
  const rules = await directory.read(account);
  const due: RulesOfEntry[] = [];
  for (const entry of entries) {
    const { chatId, position } = entry;
    // A field of a visitor who has no running chat.
    if (chatId === null) continue;
    const started = listStarted(rules, entry);
    if (started.length === 0) continue;
    const cause = await findCause(deps, entry, chatId);
    const causedBy = cause === null ? [] : await findChain(deps.db, { account, chatId }, cause);
    const origin = `entry:${position}`;
    due.push({ account, chatId, position, origin, causedBy, rules: started });
  }
  return due;
}

/** Returns one list for all entries of an event, so that `runRules` compares a chat once. */
function listStarted({ rules, byEvent }: AccountRules, entry: JournalEntry): readonly RuleRow[] {
  const lists = byEvent.flatMap(([event, list]) => (isEvent(event, entry) ? [list] : []));
  const started =
    lists.length > 1
      ? rules.filter((rule) => lists.some((list) => list.includes(rule)))
      : (lists[0] ?? []);
  const isSwitchedOn = ({ facts }: RuleRow): boolean => facts.afterPosition < entry.position;
  return started.every(isSwitchedOn) ? started : started.filter(isSwitchedOn);
}

/** Returns the id of the rule that caused an entry, or null if none did. */
async function findCause(
  { reader }: RunRulesDeps,
  entry: JournalEntry,
  chatId: number,
): Promise<number | null> {
  if (entry.name !== "delivery_updated") return findCausingRule(entry);
  const { delivery } = parseData<{ readonly delivery: Delivery }>(entry.frame);
  const message = { chatId, seq: delivery.seq ?? 0 };
  return getCausingRule(await findMessageCause(reader, entry.account, message));
}
