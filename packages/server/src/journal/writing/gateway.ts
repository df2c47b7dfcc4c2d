import pg from "pg";
import { refuse } from "../../core/failure.ts";
import type { Command, WriteResult } from "../../core/command.ts";
import { BatchAnswers } from "./batch-answers.ts";
import { CommitBatch } from "./commit/commit-batch.ts";
import { DeliveryBatch } from "./commit/commit-deliveries.ts";
import { countCommands } from "./commit/commit-call.ts";
import type { VisitorCommitCall } from "./commit/commit-call.ts";
import { Committer } from "./commit/committer.ts";
import { FollowedAccounts } from "./commit/followed-accounts.ts";
import { unavailableAfterMs } from "./gateway-connection.ts";
import { maxRetries, type GatewayDeps } from "./gateway-deps.ts";
import { decideBatch, orderingKey } from "./decide-batch.ts";
import type { VisitorBatch } from "./visitor-batch.ts";
import { CommandQueue } from "./command-queue.ts";
import type { CommandQueueStats } from "./command-queue.ts";
import type {
  DeliveryChange,
  DeliveryChangeJob,
  DeliveryChangeResult,
  GatewayJob,
} from "./jobs.ts";
import { loadStates } from "./load-state.ts";
import { assertNoTransaction } from "../../store/database/sql.ts";
import { sessionAccountLock } from "../../store/database/locks.ts";
import { hasOnlyMessages, MessageBatch, type JournalBases } from "./commit/commit-messages.ts";
import {
  DatabaseUnavailableError,
  storageUnavailable,
  toRefusal,
} from "../../store/database/database-errors.ts";

export interface GatewayLimits {
  /** Maximum number and bytes of waiting commands. Commands above it are rejected immediately. */
  readonly waiting: number;
  readonly waitingBytes: number;
  /**
   * Maximum number of commands and bytes of one batch. The frames of a batch must fit into what a
   * socket may have unsent (`unsent_kib`), and the commands behind it wait for it.
   */
  readonly batch: number;
  readonly batchBytes: number;
}
export const gatewayLimits: GatewayLimits = {
  waiting: 4_096,
  waitingBytes: 32 << 20,
  batch: 256,
  batchBytes: 1 << 20,
};

export interface GatewayStats extends CommandQueueStats {
  readonly batches: number;
  readonly commands: number;
  /** Number of batches by size. Index n counts sizes above 2^(n-1) and up to 2^n. */
  readonly sizes: readonly number[];
  /** Number of visitor batches that were decided again because the stored state had changed. */
  readonly stale: number;
  readonly splits: number;
  readonly repeats: number;
  /**
   * Number of batches that the database rejected for lack of resources (P18), with the last
   * SQLSTATE. Smaller batches may have succeeded afterwards.
   */
  readonly unwritten: { readonly count: number; readonly code: string };
}

/**
 * Minimum number of visitors whose messages are written by a separate call if the batch also
 * changes state. Below it, the flush of a second call costs more than adding them to the first.
 */
const minSeparateMessages = 16;
/** The commit gateway (journal.md 1). Commands that arrive during a batch form the next one. */
export class CommitGateway {
  readonly #deps: GatewayDeps;
  readonly #queue: CommandQueue;
  #running: Promise<void> | null = null;
  readonly #followed: FollowedAccounts;
  readonly #committer: Committer;
  readonly #answers: BatchAnswers;
  #closed = false;
  #batches = 0;
  #commands = 0;
  #splits = 0;
  readonly #sizes = Array.from({ length: 10 }, () => 0);

  constructor(deps: GatewayDeps, limits: GatewayLimits = gatewayLimits) {
    this.#deps = deps;
    this.#queue = new CommandQueue(limits, deps.clock);
    this.#followed = new FollowedAccounts(deps);
    this.#committer = new Committer(deps);
    this.#answers = new BatchAnswers(deps, this.#queue, this.#followed);
  }

  /** Executes a command. Resolves after the flush to disk (CORE-042). Rejects with Refusal. */
  write<A>(command: Command<A>): Promise<WriteResult<A>> {
    return new Promise((resolve, reject) => {
      assertNoTransaction("the commit gateway");
      this.#assertAccepting();
      // A command is answered with what its handler decided, now or the first time.
      const settle = resolve as (written: WriteResult) => void;
      this.#queue.addCommand(command, settle, reject);
      this.#start();
    });
  }
  /** Writes a change of a delivery. Nothing is written if the stored state differs. */
  change(account: number, change: DeliveryChange): Promise<DeliveryChangeResult> {
    return new Promise((resolve, reject) => {
      assertNoTransaction("the commit gateway");
      this.#assertAccepting();
      this.#queue.addChange(account, change, resolve, reject);
      this.#start(nextTurn);
    });
  }
  stats(): GatewayStats {
    return {
      ...this.#queue.stats(),
      batches: this.#batches,
      commands: this.#commands,
      sizes: [...this.#sizes],
      stale: this.#answers.stale,
      splits: this.#splits,
      ...this.#committer.stats(),
    };
  }
  /** Resolves when no command waits and no batch is in flight. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#answers.settled();
  }
  /** Rejects new commands and finishes the accepted ones (CORE-131). */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running) await this.#running;
    await this.#answers.settled();
  }

  #assertAccepting(): void {
    if (this.#closed)
      refuse("temporarily_unavailable", "This server is shutting down. Try again shortly.", {
        retryAfterMs: 1_000,
      });
    if (this.#deps.connection.downForMs() >= unavailableAfterMs) throw storageUnavailable();
  }
  /**
   * Starts the loop in a microtask, so that commands of one event-loop turn share a batch. Delivery
   * results arrive in separate callbacks, so for them the start waits for the end of the turn.
   */
  #start(beforeStart: () => Promise<void> = () => Promise.resolve()): void {
    this.#running ??= beforeStart()
      .then(() => this.#loop())
      .finally(() => {
        this.#running = null;
        if (this.#queue.size > 0) this.#start();
      });
  }
  async #loop(): Promise<void> {
    while (this.#queue.size > 0) {
      let jobs = this.#queue.takeBatch();
      for (let job = jobs.find(isLastAttempt); job; job = jobs.find(isLastAttempt)) {
        const { account } = job;
        await this.#runLocked(
          account,
          jobs.filter((other) => other.account === account),
        );
        jobs = jobs.filter((other) => other.account !== account);
      }
      if (jobs.length > 0) await this.#run(jobs);
    }
  }

  /**
   * Processes jobs of one account while no other session writes to it. Otherwise frequent changes
   * of settings could make each attempt outdated.
   */
  async #runLocked(account: number, jobs: readonly GatewayJob[]): Promise<void> {
    const { connection, cache } = this.#deps;
    try {
      await connection.query("lock_account", sessionAccountLock.take, [account]);
    } catch (error) {
      return this.#handleFailure(jobs, error);
    }
    const { session } = connection;
    cache.evictConfig(account);
    await this.#run(jobs);
    // The database releases the locks of a lost session.
    if (connection.session === session)
      await connection
        .query("unlock_account", sessionAccountLock.release, [account])
        .catch(() => undefined);
  }

  /** Processes one batch. Settles every job or puts it back. Never rejects. */
  async #run(jobs: readonly GatewayJob[]): Promise<void> {
    try {
      this.#deps.probe?.("batch_collected");
      // Read before the states, so decisions are based on at least these positions.
      const bases = this.#followed.readBases(jobs);
      const commands = jobs.filter((job) => job.kind === "command");
      const changes = jobs.filter((job) => job.kind === "change");
      const visitorBatches = await decideBatch(this.#deps, this.#queue, commands);
      this.#deps.probe?.("batch_decided");
      if (visitorBatches.length + changes.length > 0)
        await this.#write(visitorBatches, changes, bases);
    } catch (error) {
      await this.#handleFailure(jobs, error);
    }
  }

  // Step 5 of journal.md 1: write.

  /**
   * Writes messages that change no state in the short form, then the rest in the full form, and
   * then the changes of deliveries. The messages are written with the rest if there are few of
   * them, or if the short form is refused.
   */
  async #write(
    visitorBatches: readonly VisitorBatch[],
    changes: readonly DeliveryChangeJob[],
    bases: JournalBases,
  ): Promise<void> {
    this.#countBatch(countCommands(visitorBatches) + changes.length);
    const messages: VisitorBatch[] = [];
    let rest: VisitorBatch[] = [];
    for (const visitorBatch of visitorBatches)
      if (hasOnlyMessages(visitorBatch) && bases.positions.has(visitorBatch.account))
        messages.push(visitorBatch);
      else rest.push(visitorBatch);
    if (rest.length > 0 && messages.length < minSeparateMessages) rest = [...visitorBatches];
    else if (
      messages.length > 0 &&
      !(await this.#commitCommands(new MessageBatch(messages, bases)))
    )
      rest.push(...messages);
    if (rest.length > 0) await this.#commitCommands(new CommitBatch(rest));
    if (changes.length > 0) {
      const batch = new DeliveryBatch(changes, this.#deps.clock.now());
      await this.#committer.commit(batch, async (result) =>
        this.#answers.finishChanges(batch, result),
      );
    }
  }
  async #commitCommands(batch: VisitorCommitCall): Promise<boolean> {
    return this.#committer.commit(batch, (result) => this.#answers.finish(batch, result));
  }
  #countBatch(commands: number): void {
    this.#batches++;
    this.#commands += commands;
    const size = Math.min(Math.ceil(Math.log2(Math.max(commands, 1))), this.#sizes.length - 1);
    this.#sizes[size] = (this.#sizes[size] ?? 0) + 1;
  }

  /** Handles a failed batch. Data errors split it. Other errors reject all its jobs. */
  async #handleFailure(jobs: readonly GatewayJob[], error: unknown): Promise<void> {
    // A part of the batch may have been written. Its callers get their answers.
    await this.#answers.settled();
    const unsettled = jobs.filter((job) => this.#queue.isUnsettled(job));
    if (unsettled.length === 0) return;
    const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
    if (/^(22|23|54)/.test(code)) return this.#split(unsettled, error);
    for (const job of unsettled) this.#queue.reject(job, toRefusal(error));
    // The jobs in the queue have waited as long as these, so they are rejected too.
    if (
      error instanceof DatabaseUnavailableError ||
      this.#deps.connection.downForMs() >= unavailableAfterMs
    )
      this.#queue.rejectWaiting(storageUnavailable());
  }

  /**
   * Divides the batch between visitor batches. Commands of a single visitor batch run one by one,
   * in order, and each is decided again (journal.md 1).
   */
  async #split(jobs: readonly GatewayJob[], error: unknown): Promise<void> {
    this.#splits++;
    this.#deps.cache.clear();
    if (jobs.length === 1) {
      for (const job of jobs) this.#queue.reject(job, toRefusal(error));
      return;
    }
    const orderingKeys = await this.#getOrderingKeys(jobs);
    const distinctKeys = [...new Set(orderingKeys)];
    if (distinctKeys.length === 1) {
      for (const job of jobs) await this.#run([job]);
      return;
    }
    const first = new Set(distinctKeys.slice(0, Math.ceil(distinctKeys.length / 2)));
    await this.#run(jobs.filter((_, n) => first.has(orderingKeys[n] ?? "")));
    await this.#run(jobs.filter((_, n) => !first.has(orderingKeys[n] ?? "")));
  }
  async #getOrderingKeys(jobs: readonly GatewayJob[]): Promise<readonly (string | number)[]> {
    const commands = jobs.filter((job) => job.kind === "command");
    const states = await loadStates(this.#deps.connection, this.#deps.cache, commands).catch(
      () => [],
    );
    const keys = new Map<GatewayJob, string | number>(
      states.map((item) => [item.job, orderingKey(item)]),
    );
    return jobs.map((job, n) => keys.get(job) ?? `job:${n}`);
  }
}

/** Whether a command is rejected if its next decision is outdated too. */
const isLastAttempt = (job: GatewayJob): boolean =>
  job.kind === "command" && job.staleCount >= maxRetries;
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
