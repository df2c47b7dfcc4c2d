import { Refusal } from "../core/failure.ts";
import type { Clock, Command, WriteResult } from "../core/command.ts";
import type { ChangeJob, CommandJob, DeliveryChange, Job } from "./job.ts";
import { keyConflict, sameBytes } from "./known.ts";

export interface IntakeLimits {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly batch: number;
  readonly batchBytes: number;
}
export interface IntakeStats {
  readonly waiting: number;
  readonly waitingBytes: number;
  /** Age of the oldest waiting command in milliseconds. */
  readonly oldestMs: number;
  /** Commands rejected because the queue was full. */
  readonly refused: number;
}
type Repeat = { readonly job: CommandJob };

/** Share of the queue that one account may fill, so that other accounts always find space (P13). */
const accountShare = 0.75;

/**
 * Commands that wait for their batch. The queue is bounded by count and bytes (R8) and takes jobs
 * from the accounts in turn, so a busy account delays only itself. Repeats of a pending key wait
 * for the first command (CH-057).
 */
export class Intake {
  readonly #limits: IntakeLimits;
  readonly #clock: Clock;
  /** Jobs by account in order of arrival. The account whose turn is next comes first. */
  readonly #queues = new Map<number, Job[]>();
  #size = 0;
  #bytes = 0;
  #refused = 0;
  readonly #open = new Set<Job>();
  readonly #keys = new Map<string, { readonly first: CommandJob; readonly repeats: Repeat[] }>();
  #repeats = 0;

  constructor(limits: IntakeLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }
  get size(): number {
    return this.#size;
  }
  stats(): IntakeStats {
    const now = this.#clock.monotonic();
    let oldest = now;
    for (const [first] of this.#queues.values()) oldest = Math.min(oldest, first?.takenAt ?? now);
    return { waiting: this.#size + this.#repeats, waitingBytes: this.#bytes, refused: this.#refused, oldestMs: now - oldest };
  }

  command(command: Command, resolve: (written: WriteResult) => void, reject: (error: unknown) => void): void {
    const job: CommandJob = {
      kind: "command",
      command,
      account: command.account,
      now: this.#clock.now(),
      takenAt: this.#clock.monotonic(),
      bytes: command.bytes ?? defaultBytes,
      stale: 0,
      resolve,
      reject,
    };
    const key = keyOf(job);
    const under = key === null ? undefined : this.#keys.get(key);
    if (under && job.command.idempotency && under.first.command.idempotency) {
      if (!sameBytes(job.command.idempotency.hash, under.first.command.idempotency.hash)) return reject(keyConflict());
      if (this.#full(job)) return this.#refuse(job);
      this.#repeats++;
      under.repeats.push({ job });
      return;
    }
    if (this.#add(job) && key !== null) this.#keys.set(key, { first: job, repeats: [] });
  }
  change(account: number, change: DeliveryChange, resolve: (written: boolean) => void, reject: (error: unknown) => void): void {
    const bytes = defaultBytes + change.body.length + (change.attempt?.request?.length ?? 0) + (change.attempt?.reply?.length ?? 0);
    this.#add({ kind: "change", account, change, now: change.now, takenAt: this.#clock.monotonic(), bytes, resolve, reject });
  }

  /**
   * Takes the next batch: an equal share from each waiting account, then more until the batch is
   * full.
   */
  take(): readonly Job[] {
    const { batch, batchBytes } = this.#limits;
    const taken: Job[] = [];
    let bytes = 0;
    const fits = (job: Job): boolean => taken.length < batch && (taken.length === 0 || bytes + job.bytes <= batchBytes);
    for (let full = false; !full && this.#size > 0;) {
      const part = Math.max(1, Math.floor((batch - taken.length) / this.#queues.size));
      // A copy, because the loop moves accounts to the end of the map.
      for (const [account, queue] of Array.from(this.#queues)) {
        let n = 0;
        for (let job = queue[0]; job && n < part && !full; job = queue[n]) {
          full = !fits(job);
          if (full) break;
          taken.push(job);
          bytes += job.bytes;
          n++;
        }
        queue.splice(0, n);
        this.#queues.delete(account);
        if (queue.length > 0) this.#queues.set(account, queue);
        this.#size -= n;
        if (full) break;
      }
      full ||= taken.length >= batch;
    }
    this.#bytes -= bytes;
    return taken;
  }
  /** Puts jobs back for another decision, ahead of all later jobs of their account. */
  putBack(jobs: readonly Job[]): void {
    for (const job of jobs.toReversed()) {
      this.#queueOf(job.account).unshift(job);
      this.#size++;
      this.#bytes += job.bytes;
    }
  }
  /** Returns whether the job is neither settled nor queued again. */
  isOpen(job: Job): boolean {
    return this.#open.has(job) && this.#queues.get(job.account)?.includes(job) !== true;
  }

  settle(job: CommandJob, written: WriteResult): void;
  settle(job: ChangeJob, written: boolean): void;
  settle(job: Job, written: WriteResult | boolean): void {
    if (!this.#open.delete(job)) return;
    if (job.kind === "change") return job.resolve(written === true);
    if (typeof written === "boolean") throw new Error("a command has an answer");
    job.resolve(written);
    for (const repeat of this.#endKey(job)) repeat.job.resolve({ ...written, replayed: "key", position: 0 });
  }
  reject(job: Job, error: unknown): void {
    if (!this.#open.delete(job)) return;
    job.reject(error);
    if (job.kind === "change") return;
    // Only successful answers are stored (CH-057), so each repeat is submitted as a command of its
    // own.
    for (const { job: repeat } of this.#endKey(job)) this.command(repeat.command, repeat.resolve, repeat.reject);
  }
  rejectWaiting(error: unknown): void {
    const waiting = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#size = 0;
    this.#bytes = 0;
    for (const job of waiting) this.reject(job, error);
  }

  #add(job: Job): boolean {
    if (this.#full(job)) {
      this.#refuse(job);
      return false;
    }
    this.#queueOf(job.account).push(job);
    this.#size++;
    this.#bytes += job.bytes;
    this.#open.add(job);
    return true;
  }
  #queueOf(account: number): Job[] {
    let queue = this.#queues.get(account);
    if (!queue) this.#queues.set(account, (queue = []));
    return queue;
  }
  #full(job: Job): boolean {
    const { waiting, waitingBytes } = this.#limits;
    return (
      this.#size + this.#repeats >= waiting ||
      this.#bytes + job.bytes > waitingBytes ||
      (this.#queues.get(job.account)?.length ?? 0) >= waiting * accountShare
    );
  }
  #refuse(job: Job): void {
    this.#refused++;
    job.reject(
      new Refusal({
        failure: "temporarily_unavailable",
        message: "Too much at once: nothing was saved. Try again shortly.",
        retryAfterMs: 1_000,
      }),
    );
  }
  #endKey(job: CommandJob): readonly Repeat[] {
    const key = keyOf(job);
    const under = key === null ? undefined : this.#keys.get(key);
    if (key === null || under?.first !== job) return [];
    this.#keys.delete(key);
    this.#repeats -= under.repeats.length;
    return under.repeats;
  }
}

/** Bytes counted for a command without its own size: a message with its row and frame. */
const defaultBytes = 2_048;
function keyOf(job: CommandJob): string | null {
  const { account, idempotency } = job.command;
  return idempotency ? `${account} ${idempotency.scope} ${idempotency.key}` : null;
}
