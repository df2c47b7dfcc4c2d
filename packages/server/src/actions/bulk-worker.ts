import { canSeeAllChats, isActionOfRole } from "../core/operator/role.ts";
import type { Db } from "../store/database/sql.ts";
import {
  claimBulks,
  removeOldBulks,
  saveBulkResults,
  takeBulkSlice,
  type BulkResult,
  type BulkSlice,
} from "../store/actions/bulk.ts";
import type { ActionResult } from "@parlour/protocol/actions/actions";
import { startJobWorker, type JobWorker, type JobWorkerDeps } from "./job-worker.ts";
import { runActions, type ActionRunnerDeps } from "./run-actions.ts";

export interface BulkWorkerDeps extends ActionRunnerDeps, JobWorkerDeps {
  readonly db: Db;
}

/** Processes bulk actions in the background. */
export interface BulkWorker extends JobWorker {
  /** Deletes bulk actions that ended 30 days ago. */
  cleanUp(): Promise<void>;
}

/** Bounds what a bulk action takes from the live traffic (ACT-032). */
const chatsPerSecond = 50;
const chatsPerSlice = 10;
/** Chats of a slice that are processed at the same time. */
const concurrency = 2;
const retentionMs = 30 * 24 * 3_600_000;

/**
 * Starts the worker of a node (ACT-031). The effect of an action and its key are stored in one
 * transaction, so that a chat whose result was not stored before a crash is processed again without
 * a second effect.
 */
export function startBulkWorker(deps: BulkWorkerDeps): BulkWorker {
  const { clock, db, journal } = deps;
  const worker = startJobWorker(deps, {
    pauseMs: (1000 * chatsPerSlice) / chatsPerSecond,
    claim: (nodes) => claimBulks(db, journal.node, nodes),
    async processNext() {
      const now = clock.now();
      const slice = await takeBulkSlice(db, { node: journal.node, limit: chatsPerSlice, now });
      if (slice === null) return false;
      const results = await processSlice(deps, slice);
      await saveBulkResults(db, slice, results, clock.now());
      return true;
    },
  });
  return { ...worker, cleanUp: () => removeOldBulks(db, clock.now() - retentionMs) };
}

async function processSlice(
  deps: BulkWorkerDeps,
  slice: BulkSlice,
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  const pending = [...slice.chats];
  const work = async (): Promise<void> => {
    for (let chat = pending.shift(); chat !== undefined; chat = pending.shift())
      results.push({ n: chat.n, results: await processChat(deps, slice, chat.chatId) });
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

/** Runs the actions on one chat as the operator who asked for them, with the rights of now. */
async function processChat(
  deps: BulkWorkerDeps,
  { account, id, operatorId, actions, createdAt }: BulkSlice,
  chatId: number,
): Promise<readonly ActionResult[]> {
  const operator = (await deps.config(account)).operators.get(operatorId);
  if (operator === undefined || !isActionOfRole(operator, "chats.answer"))
    return actions.map(({ type }) => ({ type, result: "refused", error: missingRight }));
  return runActions(
    deps,
    {
      account,
      operator: { operatorId, seesAllChats: canSeeAllChats(operator) },
      cause: { kind: "bulk", id },
      // The text was written before the job began, for the chats as they were.
      after: { at: createdAt },
      key: { scope: `bulk:${id}`, prefix: "" },
    },
    chatId,
    actions,
  );
}
const missingRight = { code: "forbidden", message: "The operator may no longer answer chats." };
