import { Refusal } from "../core/failure.ts";
import type { Clock, Command, Written } from "../core/ports.ts";
import type { ChangeJob, CommandJob, DeliveryChange, Job } from "./job.ts";
import { keyConflict, sameBytes } from "./known.ts";

export interface IntakeLimits { readonly waiting: number; readonly waitingBytes: number; readonly batch: number; readonly batchBytes: number }
export interface IntakeStats {
  readonly waiting: number;
  readonly waitingBytes: number;
  /** Age of the oldest command that waits, milliseconds. */
  readonly oldestMs: number;
  /** Refused because the queue was full. */
  readonly refused: number;
}
type Repeat = { readonly job: CommandJob };

/** Commands that wait for their batch: bounded by count and bytes (R8). Repeats of a key under way wait for the first (CH-057). */
export class Intake {
  readonly #limits: IntakeLimits;
  readonly #clock: Clock;
  #queue: Job[] = [];
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
    return this.#queue.length;
  }
  stats(): IntakeStats {
    const oldest = this.#queue[0];
    return {
      waiting: this.#queue.length + this.#repeats, waitingBytes: this.#bytes, refused: this.#refused,
      oldestMs: oldest ? this.#clock.monotonic() - oldest.takenAt : 0,
    };
  }

  command(command: Command, resolve: (written: Written) => void, reject: (error: unknown) => void): void {
    const job: CommandJob = {
      kind: "command", command, account: command.account, now: this.#clock.now(), takenAt: this.#clock.monotonic(), bytes: command.bytes ?? defaultBytes, stale: 0, resolve, reject,
    };
    const key = keyOf(job);
    const under = key === null ? undefined : this.#keys.get(key);
    if (under && job.command.idempotency && under.first.command.idempotency) {
      if (!sameBytes(job.command.idempotency.hash, under.first.command.idempotency.hash)) return reject(keyConflict());
      if (this.#full(job.bytes)) return this.#refuse(job);
      this.#repeats++;
      under.repeats.push({ job });
      return;
    }
    if (this.#add(job) && key !== null) this.#keys.set(key, { first: job, repeats: [] });
  }
  change(account: number, change: DeliveryChange, resolve: (written: boolean) => void, reject: (error: unknown) => void): void {
    const bytes = defaultBytes + change.body.length + (change.attempt ? JSON.stringify([change.attempt.request, change.attempt.reply]).length : 0);
    this.#add({ kind: "change", account, change, now: change.now, takenAt: this.#clock.monotonic(), bytes, resolve, reject });
  }

  /** The next batch. */
  take(): readonly Job[] {
    let bytes = 0;
    let n = 0;
    for (const job of this.#queue) {
      bytes += job.bytes;
      if (n > 0 && (n >= this.#limits.batch || bytes > this.#limits.batchBytes)) break;
      n++;
    }
    const taken = this.#queue.splice(0, n);
    for (const job of taken) this.#bytes -= job.bytes;
    return taken;
  }
  /** Jobs to be decided again, before everything that came later. */
  putBack(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    this.#queue = [...jobs, ...this.#queue];
    for (const job of jobs) this.#bytes += job.bytes;
  }
  /** Not settled and not waiting again. */
  isOpen(job: Job): boolean {
    return this.#open.has(job) && !this.#queue.includes(job);
  }

  settle(job: CommandJob, written: Written): void;
  settle(job: ChangeJob, written: boolean): void;
  settle(job: Job, written: Written | boolean): void {
    if (!this.#open.delete(job)) return;
    if (job.kind === "change") return job.resolve(written === true);
    if (typeof written === "boolean") throw new Error("a command has an answer");
    job.resolve(written);
    for (const repeat of this.#endKey(job)) repeat.job.resolve({ ...written, replayed: true, position: 0 });
  }
  reject(job: Job, error: unknown): void {
    if (!this.#open.delete(job)) return;
    job.reject(error);
    if (job.kind === "change") return;
    // Only successes are remembered (CH-057): each repeat now stands for itself, the next one first.
    for (const { job: repeat } of this.#endKey(job)) this.command(repeat.command, repeat.resolve, repeat.reject);
  }
  rejectWaiting(error: unknown): void {
    const waiting = this.#queue;
    this.#queue = [];
    this.#bytes = 0;
    for (const job of waiting) this.reject(job, error);
  }

  #add(job: Job): boolean {
    if (this.#full(job.bytes)) {
      this.#refuse(job);
      return false;
    }
    this.#queue.push(job);
    this.#bytes += job.bytes;
    this.#open.add(job);
    return true;
  }
  #full(bytes: number): boolean {
    return this.#queue.length + this.#repeats >= this.#limits.waiting || this.#bytes + bytes > this.#limits.waitingBytes;
  }
  #refuse(job: Job): void {
    this.#refused++;
    job.reject(new Refusal({ failure: "temporarily_unavailable", message: "Too much at once: nothing was saved. Try again shortly.", retryAfterMs: 1_000 }));
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
