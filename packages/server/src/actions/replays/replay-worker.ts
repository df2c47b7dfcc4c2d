import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import type { ReplayAnswer, ReplayTurn } from "../../core/bot/agent-turn.ts";
import type { Clock } from "../../core/command.ts";
import { untilAbort } from "../../core/pause.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  cancelReplay,
  claimReplays,
  failReplay,
  findNextReplayTime,
  postponeReplay,
  removeOldReplays,
  takeReplay,
  type ActiveReplay,
} from "../../store/agent/replay.ts";
import { saveResult, takeResult, type NextResult } from "../../store/agent/replay-result.ts";
import { startJobWorker, type JobWorker, type JobWorkerDeps } from "../job-worker.ts";

export interface ReplayWorkerDeps extends JobWorkerDeps {
  readonly db: Sql;
  readonly clock: Clock;
  /** Answers a chat or a question, and writes nothing. null: the agent was deleted. */
  readonly answer: (
    replay: ActiveReplay,
    next: NextResult,
    signal: AbortSignal,
  ) => Promise<ReplayAnswer | null>;
}
export interface ReplayWorker extends JobWorker {
  /** Deletes replays that ended 90 days ago (AGENT-076). */
  cleanUp(): Promise<void>;
}

const pauseMs = 100;
const maxFailures = 3;
const retryMs = 3_000;
const retentionMs = 90 * 86_400_000;
/** Failures that may pass. After the others the replay ends at once. */
const passing: ReadonlySet<ModelFailureReason> = new Set([
  "over_budget",
  "rate_limited",
  "unreachable",
]);

/**
 * Starts the replays of a node (AGENT-072): one chat or question after the other. A result is
 * stored with the progress, so another node continues with the next one.
 */
export function startReplayWorker(deps: ReplayWorkerDeps): ReplayWorker {
  const { clock, db, journal } = deps;
  const controller = new AbortController();
  const worker = startJobWorker(deps, {
    pauseMs,
    claim: (nodes) => claimReplays(db, journal.node, nodes),
    async processNext() {
      const replay = await takeReplay(db, { node: journal.node, now: clock.now() });
      if (replay !== null) {
        await processResult(deps, replay, controller.signal);
        return true;
      }
      const dueAt = await findNextReplayTime(db, journal.node);
      if (dueAt !== null) clock.scheduleAt(dueAt, () => worker.wake());
      return false;
    },
  });
  return {
    ...worker,
    cleanUp: () => removeOldReplays(db, clock.now() - retentionMs),
    close() {
      controller.abort();
      return worker.close();
    },
  };
}

async function processResult(
  { db, clock, answer }: ReplayWorkerDeps,
  replay: ActiveReplay,
  signal: AbortSignal,
): Promise<void> {
  const next = await takeResult(db, replay);
  const answered = next && (await untilAbort(signal, answer(replay, next, signal)));
  // Another node answers it again.
  if (answered === "aborted") return;
  const now = clock.now();
  if (answered === null) return void (await cancelReplay(db, replay, now));
  if ("turns" in answered) {
    const { turns, use } = answered;
    const passed = next?.question == null ? null : isExpected(next.question.articleId, turns);
    return saveResult(db, replay, { turns, passed, ...use, now });
  }
  if (passing.has(answered.failed) && replay.failures + 1 < maxFailures)
    return postponeReplay(db, replay, now + retryMs);
  await failReplay(db, replay, answered.failed, now);
}

/** A question has the expected answer if it names the article, or if a person takes over. */
const isExpected = (articleId: number | null, turns: readonly ReplayTurn[]): boolean =>
  articleId === null
    ? turns.at(-1)?.action === "hand_over"
    : turns.some(({ sources }) => sources.some((source) => source.articleId === articleId));
