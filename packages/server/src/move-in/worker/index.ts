import { startJobWorker, type JobPort, type JobWorker } from "../../actions/job-worker.ts";
import { isDefiniteRefusal, Refusal } from "../../core/failure.ts";
import { isActionOfRole } from "../../core/operator/role.ts";
import { rebuildSearchBlocks } from "../../store/chats/search/index-blocks.ts";
import {
  claimMoves,
  delayMove,
  findNextDueMove,
  pauseMoveByItself,
  removeMoveKeys,
  saveMoveProgress,
  takeMove,
  type ActiveMove,
} from "../../store/move-in/move-import.ts";
import {
  eraseImportedEntries,
  finishUndo,
  removeImportedChats,
  removeImportedPersons,
  type RemovedPersons,
} from "../../store/move-in/undo.ts";
import type { MoveDeps, MoveJob } from "../job.ts";
import {
  finishPage,
  getPosition,
  moveNextBatch,
  openPage,
  planNextPage,
  readNextPage,
  type OpenPage,
} from "./move-page.ts";
import { openSource, OpenSources, type Connection } from "./open-source.ts";
import { Pace } from "./pace.ts";
import { SourceError, type SourceCheck } from "../source.ts";

export type { MoveDeps } from "../job.ts";

/** Imports from other systems, as the service API uses them. */
export interface MovePort extends JobPort {
  /** Asks the other system who it is. Throws SourceError. */
  readonly check: (connection: Connection) => Promise<SourceCheck>;
  /** Stops reading the source of an import that was paused, and reads it anew after that. */
  readonly release: (account: number, id: number) => Promise<void>;
}
export interface Moves extends JobWorker, MovePort {}

const maxRetryMs = 10 * 60_000;
/** Failures of the other system one after another, after which an import pauses. */
const maxFailures = 8;

/** Starts what plans, moves and removes imports from other systems (MV-022). */
export function startMoves(given: MoveDeps): Moves {
  const { clock, db, journal } = given;
  const pace = new Pace(given);
  const deps: MoveDeps = {
    ...given,
    write(command) {
      pace.count();
      return given.write(command);
    },
  };
  const closing = new AbortController();
  const sources = new OpenSources(deps, closing.signal);
  const pages = new Map<string, OpenPage>();
  let cancelAlarm = (): void => undefined;
  let pauseMs = 1;

  const processNext = async (): Promise<boolean> => {
    const move = await takeMove(db, { node: journal.node, now: clock.now() });
    if (move === null) {
      const due = await findNextDueMove(db, journal.node);
      cancelAlarm();
      if (due !== null && !closing.signal.aborted)
        cancelAlarm = clock.scheduleAt(Math.max(due, clock.now() + 1), () => worker.wake());
      return false;
    }
    const startedAt = clock.monotonic();
    let size = 0;
    try {
      size = await processPart({ deps, sources, pages }, move);
    } catch (error) {
      pages.delete(toKey(move));
      // A source that the worker reads again counts its failures (MV-052).
      if (!(error instanceof SourceError) || error.options.isFinal === true)
        await sources.close(move);
      if (!(await handleFailure(deps, move, error))) throw error;
    }
    pauseMs = pace.getRestMs(clock.monotonic() - startedAt, size);
    return true;
  };
  const worker = startJobWorker(deps, {
    pauseMs: () => pauseMs,
    claim: (nodes) => claimMoves(db, journal.node, nodes),
    processNext,
  });
  return {
    ...worker,
    async check(connection) {
      const source = await openSource(deps, connection, closing.signal);
      try {
        return await source.check();
      } finally {
        await source.close();
      }
    },
    async release(account, id) {
      pages.delete(`${account}:${id}`);
      await sources.close({ account, id });
    },
    async close() {
      closing.abort();
      cancelAlarm();
      await worker.close();
      await sources.closeAll();
    },
  };
}

const toKey = ({ account, id }: Pick<ActiveMove, "account" | "id">): string => `${account}:${id}`;

interface Parts {
  readonly deps: MoveDeps;
  readonly sources: OpenSources;
  readonly pages: Map<string, OpenPage>;
}
/** Processes the next part of an import. Returns the number of its records. */
async function processPart({ deps, sources, pages }: Parts, move: ActiveMove): Promise<number> {
  const config = await deps.config(move.account);
  const operator = config.operators.get(move.operatorId);
  if (operator === undefined || !isActionOfRole(operator, "account.manage")) {
    await pauseMoveByItself(deps.db, move, { code: "no_permission", detail: "" });
    return 0;
  }
  if (move.state === "undoing") return undoPart(deps, move);
  const job: MoveJob = { deps, move, config, source: await sources.get(move) };
  if (move.state === "planning") {
    await planNextPage(job);
    return 0;
  }
  const key = toKey(move);
  const { kind, cursor } = getPosition(job);
  let page = pages.get(key);
  if (page?.position.kind !== kind || page.position.cursor !== cursor) {
    page = openPage(job, await readNextPage(job));
    pages.set(key, page);
  }
  if (page.batches.length > 0) return moveNextBatch(page);
  pages.delete(key);
  if (await finishPage(job, page)) {
    await sources.close(move);
    await removeMoveKeys(deps.db, move);
  }
  return 0;
}

/** Removes the next part of what an import brought (MV-031). */
async function undoPart(deps: MoveDeps, move: ActiveMove): Promise<number> {
  const { db } = deps;
  const save = (cursor: string | null, state?: "undone"): Promise<void> =>
    saveMoveProgress(db, move, {
      kind: null,
      cursor,
      counts: move.counts,
      state,
      now: deps.clock.now(),
    });
  if (move.readCursor === null) {
    if (!(await removeImportedChats(db, move))) await save("persons");
    return 0;
  }
  if (move.readCursor === "persons") {
    const removed = await removeImportedPersons(db, move);
    if (removed === null) await save("entries:");
    else await announceRemoved(deps, move.account, removed);
    return 0;
  }
  const text = move.readCursor.slice("entries:".length);
  const next = await eraseImportedEntries(db, move, text === "" ? null : Number(text));
  if (next !== null) await save(`entries:${next}`);
  else {
    await rebuildSearchBlocks(db);
    await deps.change(move.account, async (tx) => {
      await finishUndo(tx, move);
      return {
        result: undefined,
        changed: [
          { kind: "tag", id: null },
          { kind: "canned_reply", id: null },
          { kind: "article", id: null },
        ],
      };
    });
    await save(null, "undone");
  }
  return 0;
}

async function announceRemoved(
  { journal, change }: MoveDeps,
  account: number,
  { visitors, separated }: RemovedPersons,
): Promise<void> {
  for (const visitor of visitors) journal.evict(account, visitor);
  if (separated.length === 0) return;
  const changed = separated.map((id) => ({ kind: "person" as const, id }));
  await change(account, () => Promise.resolve({ result: undefined, changed }));
}

/**
 * Delays or pauses an import whose source or target failed. Returns whether the failure is one of
 * the other system, or a refusal that the operator must see.
 */
async function handleFailure(
  { db, clock }: MoveDeps,
  move: ActiveMove,
  error: unknown,
): Promise<boolean> {
  if (error instanceof SourceError) {
    const { code, message, options } = error;
    const failure = { code, detail: message };
    const isWaiting = move.failures < maxFailures || options.retryAfterMs !== undefined;
    if (options.isFinal === true || !isWaiting) await pauseMoveByItself(db, move, failure);
    else {
      const delayMs = options.retryAfterMs ?? Math.min(1_000 * 2 ** move.failures, maxRetryMs);
      await delayMove(db, move, { ...failure, dueAt: clock.now() + delayMs });
    }
    return true;
  }
  if (error instanceof Refusal && isDefiniteRefusal(error)) {
    const { failure, message } = error.failure;
    await pauseMoveByItself(db, move, { code: failure, detail: message });
    return true;
  }
  return false;
}
