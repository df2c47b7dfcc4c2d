import pg from "pg";
import { Refusal, refuse } from "../../core/failure.ts";
import type { Clock, Command, WriteResult } from "../../core/command.ts";
import { fillNumbers } from "../../core/draft.ts";
import { CommitBatch } from "./commit/commit-batch.ts";
import { DeliveryBatch } from "./commit/commit-deliveries.ts";
import { commitStatus, countCommands } from "./commit/commit-call.ts";
import type {
  AccountEntries,
  CommitCall,
  CommitResult,
  VisitorCommitCall,
} from "./commit/commit-call.ts";
import { OtherSessionError, unavailableAfterMs } from "./gateway-connection.ts";
import type { GatewayConnection } from "./gateway-connection.ts";
import { decideBatch, orderingKey } from "./decide-batch.ts";
import type { DecideDeps } from "./decide-batch.ts";
import type { JournalEntry } from "../entry.ts";
import type { ChatWorkingState, VisitorBatch, CommandOutcome } from "./visitor-batch.ts";
import { CommandQueue } from "./command-queue.ts";
import type { CommandQueueStats } from "./command-queue.ts";
import type {
  CommandJob,
  DeliveryChange,
  DeliveryChangeJob,
  DeliveryChangeResult,
  GatewayJob,
} from "./jobs.ts";
import { findRepeatedCommands } from "./idempotency.ts";
import { loadStates } from "./load-state.ts";
import { hasOnlyMessages, MessageBatch, type JournalBases } from "./commit/commit-messages.ts";
import {
  CommitOutcomeUnknownError,
  DatabaseUnavailableError,
  getResourceShortage,
  storageUnavailable,
  toRefusal,
} from "../../store/database/database-errors.ts";
import type { VisitorSnapshot, ChatSnapshot } from "./state-cache.ts";

export interface GatewayDeps extends DecideDeps {
  readonly connection: GatewayConnection;
  readonly clock: Clock;
  readonly entries: GatewayEntries;
  /** Called if a batch contains deliveries. */
  readonly onDeliveriesPlanned: () => void;
  /** Called if the outcome of a call with this many entries could not be found in time. */
  readonly onOutcomeUnknown: (account: number, entries: number) => void;
  /**
   * Called after a commit with the number of commands and the duration of the database call in
   * milliseconds.
   */
  readonly onCommit?: ((commands: number, ms: number) => void) | undefined;
}
/** The entries of this node. */
export interface GatewayEntries {
  /**
   * Publishes entries of one account that this node wrote after `base`. Called before the callers
   * get their answers.
   */
  readonly publish: (account: number, base: number, entries: readonly JournalEntry[]) => void;
  /**
   * Returns the position up to which all entries are published on this node, or undefined if this
   * node does not follow the account.
   */
  readonly published: (account: number) => number | undefined;
}
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
 * Maximum number of decisions on fresh state before a visitor batch is rejected as busy. Also the
 * maximum number of attempts of a batch after 40001 and 40P01.
 */
const maxRetries = 3;
/**
 * Minimum number of visitors whose messages are written by a separate call if the batch also
 * changes state. Below it, the flush of a second call costs more than adding them to the first.
 */
const minSeparateMessages = 16;
/** SQLSTATE of a unique key that exists already. */
const uniqueViolation = "23505";

/**
 * The commit gateway of one node (journal.md 1). One batch is in flight at a time. Commands that
 * arrive during it form the next batch.
 */
export class CommitGateway {
  readonly #deps: GatewayDeps;
  readonly #queue: CommandQueue;
  #running: Promise<void> | null = null;
  /** Resolves when the callers of the last batch have their answers. Runs during the next batch. */
  #answering: Promise<void> = Promise.resolve();
  #closed = false;
  #batches = 0;
  #commands = 0;
  #stale = 0;
  #splits = 0;
  #repeats = 0;
  #unwritten = { count: 0, code: "" };
  /**
   * Accounts whose last batch in the session followed directly on what this node had published.
   * Only their messages are tried in the short form: where another node writes all the time, most
   * tries would fail, and a new session may show an older copy of the database.
   */
  readonly #followed = { session: 0, accounts: new Set<number>() };
  readonly #sizes = Array.from({ length: 10 }, () => 0);

  constructor(deps: GatewayDeps, limits: GatewayLimits = gatewayLimits) {
    this.#deps = deps;
    this.#queue = new CommandQueue(limits, deps.clock);
  }

  /**
   * Executes a command. Resolves after the flush to disk (CORE-042). Rejects with Refusal. Any
   * other error is a bug.
   */
  write<A>(command: Command<A>): Promise<WriteResult<A>> {
    return new Promise((resolve, reject) => {
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
      stale: this.#stale,
      splits: this.#splits,
      repeats: this.#repeats,
      unwritten: this.#unwritten,
    };
  }
  /** Resolves when no command waits and no batch is in flight. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#answering;
  }
  /** Rejects new commands and finishes the accepted ones (CORE-131). */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running) await this.#running;
    await this.#answering;
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
    while (this.#queue.size > 0) await this.#run(this.#queue.takeBatch());
  }

  /**
   * Processes one batch, from loading the states to sending the answers. Settles every job or puts
   * it back. Never rejects.
   */
  async #run(jobs: readonly GatewayJob[]): Promise<void> {
    try {
      this.#deps.probe?.("batch_collected");
      // Read before the states, so decisions are based on at least these positions.
      const bases = this.#readBases(jobs);
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
      await this.#commit(batch, async (result) => this.#finishChanges(batch, result));
    }
  }
  async #commitCommands(batch: VisitorCommitCall): Promise<boolean> {
    return this.#commit(batch, (result) => this.#finish(batch, result));
  }
  /**
   * Makes one call and finishes it. Returns false if it has the short form and nothing was written,
   * because one of its unique keys exists already, or because the session is another one.
   */
  async #commit<Result>(
    batch: CommitCall<Result>,
    finish: (result: Result) => Promise<void>,
  ): Promise<boolean> {
    for (let n = 1; ; n++) {
      try {
        const startedAt = this.#deps.clock.monotonic();
        const result = await this.#deps.connection.commit(batch);
        this.#deps.onCommit?.(batch.size, this.#deps.clock.monotonic() - startedAt);
        await finish(result);
        return true;
      } catch (error) {
        if (error instanceof CommitOutcomeUnknownError) {
          const result = await this.#deps.connection.lookUpOutcome(batch, error.batch);
          if (result) {
            await finish(result);
            return true;
          }
          this.#deps.cache.clear();
          for (const [account, entries] of batch.countEntries())
            this.#deps.onOutcomeUnknown(account, entries);
          throw error;
        }
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (
          batch instanceof MessageBatch &&
          (code === uniqueViolation || error instanceof OtherSessionError)
        )
          return false;
        if ((code === "40001" || code === "40P01") && n < maxRetries) {
          this.#repeats++;
          continue;
        }
        const shortage = getResourceShortage(error);
        if (shortage !== null)
          this.#unwritten = { count: this.#unwritten.count + 1, code: shortage };
        throw error;
      }
    }
  }
  /** Returns the published positions of the jobs' accounts that this node follows. */
  #readBases(jobs: readonly GatewayJob[]): JournalBases {
    const followed = this.#getFollowedAccounts();
    const positions = new Map<number, number>();
    for (const { account } of jobs) {
      if (positions.has(account) || !followed.has(account)) continue;
      const position = this.#deps.entries.published(account);
      if (position !== undefined) positions.set(account, position);
    }
    return { session: this.#followed.session, positions };
  }
  #getFollowedAccounts(): Set<number> {
    const { session } = this.#deps.connection;
    if (session !== this.#followed.session) {
      this.#followed.session = session;
      this.#followed.accounts.clear();
    }
    return this.#followed.accounts;
  }
  #countBatch(commands: number): void {
    this.#batches++;
    this.#commands += commands;
    const size = Math.min(Math.ceil(Math.log2(Math.max(commands, 1))), this.#sizes.length - 1);
    this.#sizes[size] = (this.#sizes[size] ?? 0) + 1;
  }

  /**
   * Handles a batch that failed as a whole. Data errors split the batch. Other errors reject all
   * its jobs.
   */
  async #handleFailure(jobs: readonly GatewayJob[], error: unknown): Promise<void> {
    // A part of the batch may have been written. Its callers get their answers.
    await this.#answering;
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
      for (const job of jobs) this.#queue.reject(job, error);
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

  // Step 6 of journal.md 1: publish and answer.

  /**
   * Publishes the entries of a call. An account is followed if they came directly after what this
   * node had published. Entries of another node that are later than this batch may have been read
   * before the response to it arrived, and the states of this node are then outdated.
   */
  #publish(written: readonly AccountEntries[], hasDeliveries: boolean): void {
    this.#deps.probe?.("batch_committed");
    for (const item of written) this.#deps.entries.publish(item.account, item.base, item.entries);
    this.#deps.probe?.("batch_published");
    if (hasDeliveries) this.#deps.onDeliveriesPlanned();
    const followed = this.#getFollowedAccounts();
    for (const { account, base, entries } of written)
      if (this.#deps.entries.published(account) === base + entries.length) followed.add(account);
      else followed.delete(account);
  }
  #finishChanges(batch: DeliveryBatch, result: ReturnType<DeliveryBatch["parseResult"]>): void {
    this.#publish(batch.entries(result), batch.hasDeliveries);
    const written = batch.getWritten(result);
    for (const job of batch.changes)
      this.#queue.settleChange(job, {
        isWritten: written.has(job),
        nextClaim: written.get(job) ?? null,
      });
  }
  async #finish(batch: VisitorCommitCall, result: CommitResult): Promise<void> {
    const written = batch.entries(result);
    this.#publish(written, batch.hasDeliveries);
    const next = new Map<number, number>(written.map((item) => [item.account, item.base]));
    const followed = this.#getFollowedAccounts();
    const repeated: VisitorBatch[] = [];
    const refused: RefusedCommand[] = [];
    const answers: WrittenAnswer[] = [];
    batch.visitorBatches.forEach((visitorBatch, n) => {
      const { account } = visitorBatch;
      switch (batch.getStatus(result, n)) {
        case commitStatus.written: {
          const before = next.get(account) ?? 0;
          next.set(account, before + visitorBatch.events.length);
          if (followed.has(account)) this.#cacheState(visitorBatch, batch, result);
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
      running: running
        ? toChatSnapshot(running, {
            number: batch.getChatNumber(running, result),
            lastSeq: batch.getLastSeq(running, result),
          })
        : null,
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

  /**
   * Gives a repeat the first answer, even if the current state would refuse the command (CORE-044,
   * API-005).
   */
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

  /**
   * Puts the commands of a visitor batch back to be decided on fresh state, because the stored
   * state had changed.
   */
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

  /**
   * Handles a visitor batch in which a key or client id was used before. Those commands get the
   * first answer, and the others are decided again.
   */
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
  numbers: Pick<ChatSnapshot, "number" | "lastSeq">,
): ChatSnapshot {
  return {
    row: chat.row,
    version: (chat.loaded?.version ?? -1) + (chat.changed ? 1 : 0),
    ...numbers,
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

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
function createBusyRefusal(): Refusal {
  return new Refusal({
    failure: "temporarily_unavailable",
    message: "Too many changes: nothing was saved. Try again.",
    retryAfterMs: 100,
  });
}
