import { Refusal } from "../../core/failure.ts";
import type { WriteResult } from "../../core/command.ts";
import type { DeliveryLane } from "../../core/delivery/planner.ts";
import { fillNumbers } from "../../core/draft.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { DeliveryBatch } from "./commit/commit-deliveries.ts";
import { commitStatus } from "./commit/commit-call.ts";
import type { AccountEntries, CommitResult, VisitorCommitCall } from "./commit/commit-call.ts";
import type { FollowedAccounts } from "./commit/followed-accounts.ts";
import { maxRetries, type GatewayDeps } from "./gateway-deps.ts";
import { findRepeatedCommands } from "./idempotency.ts";
import type { CommandJob } from "./jobs.ts";
import type { VisitorSnapshot, ChatSnapshot } from "./state-cache.ts";
import type { ChatWorkingState, VisitorBatch, CommandOutcome } from "./visitor-batch.ts";

/** Publishes what a call wrote and answers its callers (journal.md 1, step 6). */
export class BatchAnswers {
  readonly #deps: GatewayDeps;
  readonly #queue: CommandQueue;
  readonly #followed: FollowedAccounts;
  /** Resolves when the callers of the last batch have their answers. Runs during the next batch. */
  #answering: Promise<void> = Promise.resolve();
  #stale = 0;

  constructor(deps: GatewayDeps, queue: CommandQueue, followed: FollowedAccounts) {
    this.#deps = deps;
    this.#queue = queue;
    this.#followed = followed;
  }

  /** Number of visitor batches that were decided again because the stored state had changed. */
  get stale(): number {
    return this.#stale;
  }
  /** Resolves when the callers of the last batch have their answers. */
  settled(): Promise<void> {
    return this.#answering;
  }

  finishChanges(batch: DeliveryBatch, result: ReturnType<DeliveryBatch["parseResult"]>): void {
    this.#publish(batch.entries(result), batch.lanes);
    const written = batch.getWritten(result);
    for (const job of batch.changes)
      this.#queue.settleChange(job, {
        isWritten: written.has(job),
        nextClaim: written.get(job) ?? null,
      });
  }
  async finish(batch: VisitorCommitCall, result: CommitResult): Promise<void> {
    const written = batch.entries(result);
    this.#publish(written, batch.lanes);
    const next = new Map<number, number>(written.map((item) => [item.account, item.base]));
    const repeated: VisitorBatch[] = [];
    const refused: RefusedCommand[] = [];
    const answers: WrittenAnswer[] = [];
    batch.visitorBatches.forEach((visitorBatch, n) => {
      const { account } = visitorBatch;
      switch (batch.getStatus(result, n)) {
        case commitStatus.written: {
          const before = next.get(account) ?? 0;
          next.set(account, before + visitorBatch.events.length);
          if (this.#followed.has(account)) this.#cacheState(visitorBatch, batch, result);
          else if (visitorBatch.visitor) this.#deps.cache.evict(visitorBatch.visitor.id);
          this.#collectAnswers({ visitorBatch, batch, result, before }, { answers, refused });
          break;
        }
        case commitStatus.known:
          repeated.push(visitorBatch);
          break;
        default:
          this.#retryStale(visitorBatch);
      }
    });
    const settle = (): void => {
      for (const { job, written } of answers) this.#queue.settle(job, written);
      this.#deps.probe?.("batch_answered");
    };
    // Sending the answers takes as long as the database needs for a batch. The next batch is sent
    // first, unless sending the answers could still fail.
    if (this.#queue.size > 0 && repeated.length + refused.length === 0)
      this.#answering = new Promise((resolve) => setImmediate(() => resolve(settle())));
    else settle();
    for (const visitorBatch of repeated) await this.#answerRepeats(visitorBatch);
    if (refused.length > 0) await this.#settleRefusals(refused);
  }

  #publish(written: readonly AccountEntries[], lanes: readonly DeliveryLane[] | null): void {
    this.#deps.probe?.("batch_committed");
    for (const item of written) this.#deps.entries.publish(item.account, item.base, item.entries);
    this.#deps.probe?.("batch_published");
    if (lanes?.length !== 0) this.#deps.onDeliveriesPlanned(lanes);
    this.#followed.update(written);
  }

  #cacheState(visitorBatch: VisitorBatch, batch: VisitorCommitCall, result: CommitResult): void {
    const { visitor, snapshot, running } = visitorBatch;
    const number = batch.getVisitorNumber(visitorBatch, result);
    if (!visitor || number === null) return;
    // Messages alone change nothing but the number of the last one. A state that was loaded for
    // them is cached.
    const isSame =
      snapshot &&
      !visitorBatch.visitorChanged &&
      running?.changed !== true &&
      running?.row.id === snapshot.running?.row.id;
    if (isSame && visitorBatch.calls === snapshot.calls) {
      if (running && snapshot.running) snapshot.running.lastSeq = batch.getLastSeq(running, result);
      if (!this.#deps.cache.has(snapshot)) this.#deps.cache.put(snapshot);
      return;
    }
    const next: VisitorSnapshot = {
      account: visitorBatch.account,
      visitor,
      number,
      version: (snapshot?.version ?? -1) + (visitorBatch.visitorChanged ? 1 : 0),
      running: running ? toChatSnapshot(running, batch, result) : null,
      calls: visitorBatch.calls,
    };
    this.#deps.cache.put(next);
  }

  /** Collects the answers, and the refusals that may be repeats. Rejects other refused commands. */
  #collectAnswers(
    { visitorBatch, batch, result, before }: WrittenBatch,
    { answers, refused }: { readonly answers: WrittenAnswer[]; readonly refused: RefusedCommand[] },
  ): void {
    let first: Map<CommandOutcome, WriteResult> | null = null;
    let done = 0;
    for (const step of visitorBatch.outcomes) {
      switch (step.kind) {
        case "refused":
          if (step.job.command.idempotency || step.job.command.client) refused.push(step);
          else this.#queue.reject(step.job, new Refusal(step.failure));
          break;
        case "broken":
          this.#queue.reject(step.job, step.error);
          break;
        case "answered": {
          const written: WriteResult = {
            answer: fillNumbers(step.answer, batch.getNumbers(visitorBatch, step, result)),
            replayed: false,
            position: step.events > done ? before + step.events : 0,
            events: step.decided,
          };
          done = step.events;
          if (step.job.command.client) (first ??= new Map()).set(step, written);
          answers.push({ job: step.job, written });
          break;
        }
        case "repeat":
          answers.push({
            job: step.job,
            written: {
              ...(first?.get(step.original) ?? { answer: null }),
              replayed: "client",
              position: 0,
            },
          });
      }
    }
  }

  /** Gives a repeat the first answer, even if it would be refused now (CORE-044, API-005). */
  async #settleRefusals(refused: readonly RefusedCommand[]): Promise<void> {
    const repeated = await findRepeatedCommands(
      this.#deps.connection,
      refused.map((item) => item.job),
    );
    for (const { job, failure } of refused) {
      const first = repeated.get(job);
      if (first === undefined) this.#queue.reject(job, new Refusal(failure));
      else if (first instanceof Refusal) this.#queue.reject(job, first);
      else this.#queue.settle(job, first);
    }
  }

  /** Puts commands back to be decided again, because the stored state had changed. */
  #retryStale(visitorBatch: VisitorBatch): void {
    this.#stale++;
    this.#evictStates(visitorBatch);
    const retryable: CommandJob[] = [];
    for (const { job } of visitorBatch.outcomes) {
      if (++job.staleCount > maxRetries) this.#queue.reject(job, createBusyRefusal());
      else retryable.push(job);
    }
    this.#queue.putBack(retryable);
  }
  #evictStates(visitorBatch: VisitorBatch): void {
    if (visitorBatch.snapshot) this.#deps.cache.evict(visitorBatch.snapshot.visitor.id);
    this.#deps.cache.evictConfig(visitorBatch.account);
  }

  /** Repeated commands of the batch get the first answer, others are decided again. */
  async #answerRepeats(visitorBatch: VisitorBatch): Promise<void> {
    this.#evictStates(visitorBatch);
    const jobs = visitorBatch.outcomes.map((step) => step.job);
    const repeated = await findRepeatedCommands(this.#deps.connection, jobs);
    const retryable: CommandJob[] = [];
    for (const job of jobs) {
      const first = repeated.get(job);
      // If no repeat was found, such as when a key has reached its 24 h, the attempt is counted so
      // that the retries end.
      if (first === undefined && repeated.size === 0 && ++job.staleCount > maxRetries)
        this.#queue.reject(job, createBusyRefusal());
      else if (first === undefined) retryable.push(job);
      else if (first instanceof Refusal) this.#queue.reject(job, first);
      else this.#queue.settle(job, first);
    }
    this.#queue.putBack(retryable);
  }
}

function toChatSnapshot(
  chat: ChatWorkingState,
  batch: VisitorCommitCall,
  result: CommitResult,
): ChatSnapshot {
  return {
    row: chat.row,
    version: (chat.loaded?.version ?? -1) + (chat.changed ? 1 : 0),
    number: batch.getChatNumber(chat, result),
    lastSeq: batch.getLastSeq(chat, result),
  };
}
interface WrittenBatch {
  readonly visitorBatch: VisitorBatch;
  readonly batch: VisitorCommitCall;
  readonly result: CommitResult;
  /** Position of the account before the batch. */
  readonly before: number;
}
interface WrittenAnswer {
  readonly job: CommandJob;
  readonly written: WriteResult;
}
type RefusedCommand = Extract<CommandOutcome, { readonly kind: "refused" }>;

function createBusyRefusal(): Refusal {
  return new Refusal({
    failure: "temporarily_unavailable",
    message: "Too many changes: nothing was saved. Try again.",
    retryAfterMs: 100,
  });
}
