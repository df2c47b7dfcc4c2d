import { startJobWorker, type JobWorker, type JobWorkerDeps } from "../actions/job-worker.ts";
import type { AccountConfig } from "../core/command.ts";
import { isUnavailable } from "../core/failure.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { readEntries, readHead } from "../journal/stream/read-entries.ts";
import { readMatches } from "../store/chats/list/view-matches.ts";
import { getAccountFacts } from "../core/field/account-facts.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Db } from "../store/database/sql.ts";
import {
  claimDryRuns,
  failDryRun,
  findPendingDryRun,
  findPositionBefore,
  saveDryRun,
  type PendingDryRun,
  type DryRunRule,
} from "../store/rules/dry-run.ts";
import { isEvent } from "./entry-events.ts";
import { canRepeat } from "./run-rules.ts";

export interface DryRunDeps extends JobWorkerDeps {
  readonly db: Db;
  readonly reader: Reader;
  readonly config: (account: number) => Promise<AccountConfig>;
}

const entriesPerRead = 2_000;
const maxListedChats = 100;

/**
 * Starts the dry runs of a node (RULE-050), one after the other. They read the journal and write
 * only their progress, so those of a node that ended begin again at another one.
 */
export function startDryRuns(deps: DryRunDeps): JobWorker {
  const { db, journal, onFault } = deps;
  return startJobWorker(deps, {
    pauseMs: 0,
    claim: (nodes) => claimDryRuns(db, journal.node, nodes),
    async processNext(isClosed) {
      const pending = await findPendingDryRun(db, journal.node);
      if (pending === null) return false;
      try {
        await processRun(deps, pending, isClosed);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        onFault(error);
        await failDryRun(db, pending);
      }
      return true;
    },
  });
}

/** Processes one dry run until it is done, cancelled or interrupted. */
async function processRun(
  deps: DryRunDeps,
  run: PendingDryRun,
  isInterrupted: () => boolean,
): Promise<void> {
  const { db, reader, journal } = deps;
  const { account, rule, stored } = run;
  const first = await findPositionBefore(reader, account, run.since);
  const head = await readHead(reader, account);
  const trial = createTrial(deps, account, rule);
  const other = stored && createTrial(deps, account, stored);
  const getResult = () => ({
    matched: trial.getMatched(),
    chats: listFirst(trial),
    added: other && listFirst(trial, other),
    removed: other && listFirst(other, trial),
  });
  const total = head - first;
  for (let after = first; after < head;) {
    if (isInterrupted()) return;
    const entries = await readEntries(reader, account, {
      after,
      upTo: head,
      limit: entriesPerRead,
    });
    await trial.add(entries);
    await other?.add(entries);
    after = entries.at(-1)?.position ?? head;
    const progress = { ...getResult(), state: "running" as const, total };
    if (!(await saveDryRun(db, run, journal.node, { ...progress, processed: after - first })))
      return;
  }
  await saveDryRun(db, run, journal.node, {
    ...getResult(),
    state: "done",
    total,
    processed: total,
  });
}

/** Returns the first chats of a trial that another one does not have. */
const listFirst = ({ lastRuns }: Trial, other?: Trial): readonly number[] =>
  [...lastRuns.keys()].filter((id) => other?.lastRuns.has(id) !== true).slice(0, maxListedChats);

const isStart = ({ when }: DryRunRule, entry: JournalEntry): boolean =>
  "event" in when && entry.chatId !== null && isEvent(when.event, entry);

interface Trial {
  readonly add: (entries: readonly JournalEntry[]) => Promise<void>;
  readonly getMatched: () => number;
  /** Time of the last run, by the id of the chat. */
  readonly lastRuns: ReadonlyMap<number, number>;
}

/** Counts the runs of a rule. Each chat is compared with the condition once, as it is stored. */
function createTrial(
  { reader, config, clock }: DryRunDeps,
  account: number,
  rule: DryRunRule,
): Trial {
  const isMatch = new Map<number, boolean>();
  const lastRuns = new Map<number, number>();
  let matched = 0;
  const compare = async (ids: readonly number[]): Promise<void> => {
    const facts = getAccountFacts(await config(account));
    const { chats } = await readMatches(reader, account, { of: "chats", ids, visitors: [] }, [
      { condition: rule.if, facts, now: clock.now() },
    ]);
    for (const id of ids) isMatch.set(id, false);
    for (const { id, holds } of chats) isMatch.set(id, holds[0] === true);
  };
  return {
    async add(all) {
      const entries = all.filter((entry) => isStart(rule, entry));
      const ids = new Set(entries.map(({ chatId }) => chatId ?? 0));
      const unknown = [...ids].filter((id) => !isMatch.has(id));
      if (unknown.length > 0) await compare(unknown);
      for (const { chatId, at } of entries) {
        if (chatId === null || isMatch.get(chatId) !== true) continue;
        if (!canRepeat(rule.repeat, lastRuns.get(chatId) ?? null, at)) continue;
        matched++;
        lastRuns.set(chatId, at);
      }
    },
    getMatched: () => matched,
    lastRuns,
  };
}
