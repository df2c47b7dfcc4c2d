import { moveKinds } from "@parlour/protocol/move-in/record";
import { startJobWorker, type JobWorker } from "../../actions/job-worker.ts";
import { findMove } from "../../store/move-in/move-import.ts";
import { addMoveProblems } from "../../store/move-in/move-problem.ts";
import {
  addParallelEvent,
  claimParallelRuns,
  cleanUpParallelRuns,
  countRefusedEvent,
  findParallelAccount,
  finishParallelEvents,
  listParallelEvents,
  takeParallelRun,
} from "../../store/move-in/parallel-run.ts";
import type { MoveDeps, MoveJob } from "../job.ts";
import { moveNextBatch, openPage } from "../worker/move-page.ts";
import type { MoveSource } from "../source.ts";

/** Runs in parallel with old systems, which send their event webhooks (MV-070). */
export interface ParallelRuns extends JobWorker {
  /**
   * Stores an event of the address with this secret. null: there is no such address. `reason`: why
   * it was refused.
   */
  receive(secret: string, body: string): Promise<{ readonly reason: string | null } | null>;
  cleanUp(): Promise<void>;
}

const eventsPerStep = 50;

/** Receives events, and moves their chats as an import does: closed, ringing nobody. */
export function startParallelRuns(deps: MoveDeps): ParallelRuns {
  const { db, clock, journal } = deps;
  const worker = startJobWorker(deps, {
    pauseMs: 1,
    claim: (nodes) => claimParallelRuns(db, journal.node, nodes),
    processNext: () => moveEvents(deps),
  });
  return {
    ...worker,
    async receive(secret, body) {
      const account = await findParallelAccount(db, secret);
      if (account === null) return null;
      const now = clock.now();
      const { readEvent } = await import("./read-event.ts");
      const read = readEvent(body);
      if ("reason" in read) {
        await countRefusedEvent(db, account, { reason: read.reason, now });
        return read;
      }
      const { event, facts, isUsed } = read;
      if (!isUsed) return { reason: null };
      await db.transaction((tx) =>
        addParallelEvent(tx, account, { node: journal.node, body: event, facts, now }),
      );
      worker.wake();
      return { reason: null };
    },
    cleanUp: () => cleanUpParallelRuns(db, clock.now()),
  };
}

/** Moves the next events of an account. Returns false if none is left. */
async function moveEvents(deps: MoveDeps): Promise<boolean> {
  const { db, clock, journal } = deps;
  const run = await takeParallelRun(db, journal.node);
  if (run === null) return false;
  const { account, importId } = run;
  const record = await findMove(deps.reader, account, importId);
  const events = await listParallelEvents(db, account, eventsPerStep);
  if (record === null) return false;
  const job: MoveJob = {
    deps,
    move: { ...record, account, settings: null },
    config: await deps.config(account),
    source: noSource,
  };
  const { toPages } = await import("./convert-events.ts");
  const pages = toPages(events);
  for (const kind of moveKinds) {
    const page = pages(kind);
    const open = openPage(job, page);
    while (open.batches.length > 0) await moveNextBatch(open);
    await addMoveProblems(db, job.move, page.problems, false);
  }
  await db.transaction((tx) =>
    finishParallelEvents(tx, account, {
      upTo: events.at(-1)?.n ?? 0,
      source: record.source,
      now: clock.now(),
    }),
  );
  return true;
}

/** Events have no files: media are addresses in their texts. */
const noSource: MoveSource = {
  check: () => Promise.reject(new Error("received events are not checked")),
  readPage: () => Promise.reject(new Error("received events are no pages")),
  openFile: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};
