import { Refusal } from "../core/failure.ts";
import type { Clock, Command, Written } from "../core/ports.ts";
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
  /** Age of the oldest command that waits, milliseconds. */
  readonly oldestMs: number;
  /** Refused because the queue was full. */
  readonly refused: number;
}
type Repeat = { readonly job: CommandJob };

/** Part of the places that one account may take, so that the others always find one (P13). */
const accountShare = 0.75;

/**
 * Commands that wait for their batch: bounded by count and bytes (R8), taken in turn from the accounts that wait, so that a busy
 * account delays itself. Repeats of a key under way wait for the first (CH-057).
 */
export class Intake {
  readonly #limits: IntakeLimits;
  readonly #clock: Clock;
  /** By account, in order of arrival; the account whose turn is next comes first. */
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

  command(command: Command, resolve: (written: Written) => void, reject: (error: unknown) => void): void {
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

  /** The next batch: from every account that waits an equal part first, then what is left of the places. */
  take(): readonly Job[] {
    const { batch, batchBytes } = this.#limits;
    const taken: Job[] = [];
    let bytes = 0;
    const fits = (job: Job): boolean => taken.length < batch && (taken.length === 0 || bytes + job.bytes <= batchBytes);
    for (let full = false; !full && this.#size > 0;) {
      const part = Math.max(1, Math.floor((batch - taken.length) / this.#queues.size));
      // A copy: accounts go to the end of the line while this goes on.
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
  /** Jobs to be decided again, before everything of their account that came later. */
  putBack(jobs: readonly Job[]): void {
    for (const job of jobs.toReversed()) {
      this.#queueOf(job.account).unshift(job);
      this.#size++;
      this.#bytes += job.bytes;
    }
  }
  /** Not settled and not waiting again. */
  isOpen(job: Job): boolean {
    return this.#open.has(job) && this.#queues.get(job.account)?.includes(job) !== true;
  }

  settle(job: CommandJob, written: Written): void;
  settle(job: ChangeJob, written: boolean): void;
  settle(job: Job, written: Written | boolean): void {
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
    // Only successes are remembered (CH-057): each repeat now stands for itself, the next one first.
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

/** What a command counts for when its caller does not say: a message with its row and frame. */
const defaultBytes = 2_048;
function keyOf(job: CommandJob): string | null {
  const { account, idempotency } = job.command;
  return idempotency ? `${account} ${idempotency.scope} ${idempotency.key}` : null;
}
