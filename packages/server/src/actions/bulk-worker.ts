import { isActionOfRole } from "../auth/index.ts";
import type { Clock } from "../core/command.ts";
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
import { runActions, type ActionRunnerDeps } from "./run-actions.ts";

export interface BulkWorkerDeps extends ActionRunnerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly journal: {
    readonly node: number;
    readonly onOtherNodesChange: (listener: (nodes: readonly number[]) => void) => void;
  };
}

/** Processes bulk actions in the background. */
export interface BulkWorker {
  /** Processes bulk actions that are waiting. Returns at once. */
  wake(): void;
  /** Deletes bulk actions that ended 30 days ago. */
  cleanUp(): Promise<void>;
  /** Resolves when no bulk action of this node is left. For tests. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Bounds what a bulk action takes from the live traffic (ACT-032). */
const chatsPerSecond = 50;
const chatsPerSlice = 10;
/** Chats of a slice that are processed at the same time. */
const concurrency = 2;
const retryMs = 5_000;
const retentionMs = 30 * 24 * 3_600_000;

/**
 * Starts the worker of a node (ACT-031). The effect of an action and its key are stored in one
 * transaction, so that a chat whose result was not stored before a crash is processed again without
 * a second effect. The bulk actions of a node that ended are taken over.
 */
export function startBulkWorker(deps: BulkWorkerDeps): BulkWorker {
  const { clock, db, journal } = deps;
  let nodes: readonly number[] = [journal.node];
  let running: Promise<void> | null = null;
  let isClaimDue = true;
  let isWorkDue = true;
  let hasFailed = false;
  let isClosed = false;
  let cancelAlarm = (): void => undefined;

  const setAlarm = (delayMs: number): void => {
    cancelAlarm();
    if (!isClosed) cancelAlarm = clock.scheduleAt(clock.now() + delayMs, start);
  };
  const processNext = async (): Promise<void> => {
    if (isClaimDue) {
      isClaimDue = false;
      await claimBulks(db, journal.node, nodes);
    }
    isWorkDue = false;
    const now = clock.now();
    const slice = await takeBulkSlice(db, { node: journal.node, limit: chatsPerSlice, now });
    if (slice === null) return;
    isWorkDue = true;
    const results = await processSlice(deps, slice);
    await saveBulkResults(db, slice, results, clock.now());
  };
  function start(): void {
    if (isClosed || running !== null) return;
    let delayMs = (1000 * chatsPerSlice) / chatsPerSecond;
    running = processNext()
      .then(() => void (hasFailed = false))
      .catch((error: unknown) => {
        hasFailed = true;
        isClaimDue = true;
        isWorkDue = true;
        delayMs = retryMs;
        if (!isClosed) deps.onFault(error);
      })
      .finally(() => {
        running = null;
        if (isWorkDue || isClaimDue) setAlarm(delayMs);
      });
  }
  const wake = (): void => {
    isWorkDue = true;
    start();
  };
  journal.onOtherNodesChange((others) => {
    nodes = [journal.node, ...others];
    isClaimDue = true;
    start();
  });
  return {
    wake,
    cleanUp: () => removeOldBulks(db, clock.now() - retentionMs),
    async settle() {
      while (!isClosed && (running !== null || isWorkDue || isClaimDue)) {
        cancelAlarm();
        start();
        await running;
        // After a failure the alarm starts the next try.
        if (hasFailed) return;
      }
    },
    async close() {
      isClosed = true;
      cancelAlarm();
      await running;
    },
  };
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
  { account, id, operatorId, actions }: BulkSlice,
  chatId: number,
): Promise<readonly ActionResult[]> {
  const role = (await deps.config(account)).operators.get(operatorId)?.role;
  if (role === undefined || !isActionOfRole(role, "chats.answer"))
    return actions.map(({ type }) => ({ type, result: "refused", error: missingRight }));
  return runActions(
    deps,
    {
      account,
      operator: { operatorId, seesAllChats: role !== "operator" },
      cause: { kind: "bulk", id },
      key: { scope: `bulk:${id}`, prefix: "" },
    },
    chatId,
    actions,
  );
}
const missingRight = { code: "forbidden", message: "The operator may no longer answer chats." };
