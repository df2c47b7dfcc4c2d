import { Refusal } from "../../core/failure.ts";
import type { Clock, Command, WriteResult } from "../../core/command.ts";
import type {
  CommandJob,
  DeliveryChange,
  DeliveryChangeJob,
  DeliveryChangeResult,
  GatewayJob,
} from "./jobs.ts";
import { baseCommandBytes } from "../../core/command-size.ts";
import { idempotencyConflict, equalBytes } from "./idempotency.ts";

export interface CommandQueueLimits {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly batch: number;
  readonly batchBytes: number;
}
export interface CommandQueueStats {
  readonly waiting: number;
  readonly waitingBytes: number;
  /** Age of the oldest waiting command in milliseconds. */
  readonly oldestMs: number;
  /** Number of commands rejected because the queue was full. */
  readonly refused: number;
}
/** Waiting jobs of one account in order of arrival, with their size in bytes. */
interface AccountQueue {
  readonly jobs: GatewayJob[];
  bytes: number;
}
type RepeatedCommand = { readonly job: CommandJob };

/** Maximum share of the queue for one account, so that others find space (P13). */
const maxAccountShare = 0.75;

/**
 * Commands that wait for their batch. The queue is limited by count and bytes (R8). It takes jobs
 * from the accounts in turn, so a busy account delays only its own commands. Repeats of a pending
 * idempotency key wait for the first command (CH-057).
 */
export class CommandQueue {
  readonly #limits: CommandQueueLimits;
  readonly #clock: Clock;
  /** Jobs by account. The first account in the map has the next turn. */
  readonly #queues = new Map<number, AccountQueue>();
  #size = 0;
  #bytes = 0;
  #refused = 0;
  readonly #keys = new Map<
    string,
    { readonly first: CommandJob; readonly repeats: RepeatedCommand[] }
  >();
  #repeats = 0;

  constructor(limits: CommandQueueLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }
  get size(): number {
    return this.#size;
  }
  stats(): CommandQueueStats {
    const now = this.#clock.monotonic();
    let oldest = now;
    for (const { jobs } of this.#queues.values())
      oldest = Math.min(oldest, jobs[0]?.takenAt ?? now);
    return {
      waiting: this.#size + this.#repeats,
      waitingBytes: this.#bytes,
      refused: this.#refused,
      oldestMs: now - oldest,
    };
  }

  addCommand(
    command: Command,
    resolve: (written: WriteResult) => void,
    reject: (error: unknown) => void,
  ): void {
    const job: CommandJob = {
      kind: "command",
      command,
      account: command.account,
      now: this.#clock.now(),
      takenAt: this.#clock.monotonic(),
      bytes: command.bytes ?? baseCommandBytes,
      staleCount: 0,
      isSettled: false,
      resolve,
      reject,
    };
    const key = getIdempotencyKey(job);
    const pending = key === null ? undefined : this.#keys.get(key);
    if (pending && job.command.idempotency && pending.first.command.idempotency) {
      if (!equalBytes(job.command.idempotency.hash, pending.first.command.idempotency.hash))
        return reject(idempotencyConflict());
      if (this.#isFull(job)) return this.#rejectFull(job);
      this.#repeats++;
      pending.repeats.push({ job });
      return;
    }
    if (this.#add(job) && key !== null) this.#keys.set(key, { first: job, repeats: [] });
  }
  addChange(
    account: number,
    change: DeliveryChange,
    resolve: (result: DeliveryChangeResult) => void,
    reject: (error: unknown) => void,
  ): void {
    const bytes =
      baseCommandBytes +
      change.body.length +
      (change.attempt?.request?.length ?? 0) +
      (change.attempt?.reply?.length ?? 0);
    this.#add({
      kind: "change",
      account,
      change,
      now: change.now,
      takenAt: this.#clock.monotonic(),
      bytes,
      isSettled: false,
      resolve,
      reject,
    });
  }

  /** Takes the next batch: an equal share of each account, then more until it is full. */
  takeBatch(): readonly GatewayJob[] {
    const { batch, batchBytes } = this.#limits;
    // Usually all fit.
    if (this.#size <= batch && this.#bytes <= batchBytes) return this.#takeAll();
    const batchJobs: GatewayJob[] = [];
    let bytes = 0;
    const fits = (job: GatewayJob): boolean =>
      batchJobs.length < batch && (batchJobs.length === 0 || bytes + job.bytes <= batchBytes);
    for (let full = false; !full && this.#size > 0;) {
      const share = Math.max(1, Math.floor((batch - batchJobs.length) / this.#queues.size));
      // The loop iterates over a copy, because it moves accounts to the end of the map.
      for (const [account, queue] of Array.from(this.#queues)) {
        const { jobs } = queue;
        let n = 0;
        for (let job = jobs[0]; job && n < share && !full; job = jobs[n]) {
          full = !fits(job);
          if (full) break;
          batchJobs.push(job);
          bytes += job.bytes;
          queue.bytes -= job.bytes;
          n++;
        }
        jobs.splice(0, n);
        this.#queues.delete(account);
        if (jobs.length > 0) this.#queues.set(account, queue);
        this.#size -= n;
        if (full) break;
      }
      full ||= batchJobs.length >= batch;
    }
    this.#bytes -= bytes;
    return batchJobs;
  }
  /** Puts jobs back to be decided again, before all later jobs of their account. */
  putBack(jobs: readonly GatewayJob[]): void {
    for (const job of jobs.toReversed()) {
      const queue = this.#getQueue(job.account);
      queue.jobs.unshift(job);
      queue.bytes += job.bytes;
      this.#size++;
      this.#bytes += job.bytes;
    }
  }
  /** Returns whether the job is neither settled nor back in the queue. */
  isUnsettled(job: GatewayJob): boolean {
    return !job.isSettled && this.#queues.get(job.account)?.jobs.includes(job) !== true;
  }

  settle(job: CommandJob, written: WriteResult): void {
    if (job.isSettled) return;
    job.isSettled = true;
    job.resolve(written);
    for (const repeat of this.#releaseKey(job))
      repeat.job.resolve({ ...written, replayed: "key", position: 0 });
  }
  settleChange(job: DeliveryChangeJob, result: DeliveryChangeResult): void {
    if (job.isSettled) return;
    job.isSettled = true;
    job.resolve(result);
  }
  reject(job: GatewayJob, error: unknown): void {
    if (job.isSettled) return;
    job.isSettled = true;
    job.reject(error);
    if (job.kind === "change") return;
    // Only successful answers are stored (CH-057), so after a failure each repeat runs as a command
    // of its own.
    for (const repeat of this.#releaseKey(job))
      this.addCommand(repeat.job.command, repeat.job.resolve, repeat.job.reject);
  }
  rejectWaiting(error: unknown): void {
    for (const job of this.#takeAll()) this.reject(job, error);
  }

  #takeAll(): readonly GatewayJob[] {
    let jobs: GatewayJob[] = [];
    for (const [account, queue] of this.#queues) {
      if (jobs.length === 0) jobs = queue.jobs;
      else jobs.push(...queue.jobs);
      this.#queues.delete(account);
    }
    this.#size = 0;
    this.#bytes = 0;
    return jobs;
  }
  #add(job: GatewayJob): boolean {
    if (this.#isFull(job)) {
      this.#rejectFull(job);
      return false;
    }
    const queue = this.#getQueue(job.account);
    queue.jobs.push(job);
    queue.bytes += job.bytes;
    this.#size++;
    this.#bytes += job.bytes;
    return true;
  }
  #getQueue(account: number): AccountQueue {
    let queue = this.#queues.get(account);
    if (!queue) this.#queues.set(account, (queue = { jobs: [], bytes: 0 }));
    return queue;
  }
  #isFull(job: GatewayJob): boolean {
    const { waiting, waitingBytes } = this.#limits;
    const { jobs, bytes } = this.#queues.get(job.account) ?? emptyQueue;
    return (
      this.#size + this.#repeats >= waiting ||
      this.#bytes + job.bytes > waitingBytes ||
      jobs.length >= waiting * maxAccountShare ||
      bytes + job.bytes > waitingBytes * maxAccountShare
    );
  }
  #rejectFull(job: GatewayJob): void {
    this.#refused++;
    job.reject(
      new Refusal({
        failure: "temporarily_unavailable",
        message: "Too many requests: nothing was saved. Try again shortly.",
        retryAfterMs: 1_000,
      }),
    );
  }
  #releaseKey(job: CommandJob): readonly RepeatedCommand[] {
    const key = getIdempotencyKey(job);
    const pending = key === null ? undefined : this.#keys.get(key);
    if (key === null || pending?.first !== job) return [];
    this.#keys.delete(key);
    this.#repeats -= pending.repeats.length;
    return pending.repeats;
  }
}

const emptyQueue: AccountQueue = { jobs: [], bytes: 0 };
function getIdempotencyKey(job: CommandJob): string | null {
  const { account, idempotency } = job.command;
  return idempotency ? `${account} ${idempotency.scope} ${idempotency.key}` : null;
}
