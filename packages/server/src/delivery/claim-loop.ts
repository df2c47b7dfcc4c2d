import type { Clock } from "../core/command.ts";

export interface ClaimLoopDeps {
  readonly clock: Clock;
  /** Returns the number of lanes that may be claimed now. The loop pauses at 0 until `resume`. */
  readonly getCapacity: () => number;
  /**
   * Claims up to `limit` lanes and starts their attempts. Resolves with their number and the time
   * at which the next lane can be claimed, in milliseconds since 1970.
   */
  readonly claim: (
    limit: number,
  ) => Promise<{ readonly count: number; readonly nextDue: number | null }>;
  /** Returns whether `DeliveryWorker.idle` waits for this loop. */
  readonly isAwaited: () => boolean;
  /** Called when the loop has nothing to claim. */
  readonly onRest: () => void;
  /** Receives database errors of a claim. The claim is then retried. */
  readonly onFault: (error: unknown) => void;
}

/** Maximum number of deliveries that one statement claims. */
const maxClaimsPerCall = 64;
/** Maximum time in milliseconds until the loop finds a lost wake-up or a lease of a dead node. */
const pollIntervalMs = 5_000;
/** Delay in milliseconds before the loop checks a lane again that it could not claim. */
const lockedRetryDelayMs = 50;
/** Maximum number of rechecks while `idle` waits: a manual clock does not advance. */
const maxImmediateRechecks = 50;
/** Delay in milliseconds before the loop retries a claim that the database rejected. */
const retryDelayMs = 1_000;

/**
 * Claims due lanes whenever it is woken or a lane becomes due, with one call in flight. Alarms only
 * wake it. Which lanes are due is read from the table rows.
 */
export class ClaimLoop {
  readonly #deps: ClaimLoopDeps;
  #hasWork = false;
  /** Whether the loop was woken only because the poll interval passed. */
  #isPoll = false;
  #isClosed = false;
  #rechecks = 0;
  #claiming: Promise<void> | null = null;
  #alarmTime = Number.POSITIVE_INFINITY;
  #cancelAlarm = (): void => undefined;
  #cancelPoll = (): void => undefined;

  constructor(deps: ClaimLoopDeps) {
    this.#deps = deps;
  }

  /** Starts a claim, at the latest when there is capacity. */
  wake(): void {
    this.#isPoll = false;
    this.#hasWork = true;
    this.resume();
  }
  /** Continues if the loop had to pause. Must be called when there is capacity again. */
  resume(): void {
    if (!this.#hasWork || this.#isClosed || this.#claiming !== null) return;
    if (this.#deps.getCapacity() === 0) return;
    // Claims after this event-loop turn, so that all deliveries that end in the turn share one
    // claim.
    this.#claiming = nextTurn()
      .then(() => this.#claim())
      .finally(() => {
        this.#claiming = null;
        this.resume();
        if (this.isAtRest()) this.#deps.onRest();
      });
  }
  /** Wakes the loop at `at` (ms since 1970) if no earlier alarm is set. */
  wakeAt(at: number): void {
    if (this.#isClosed) return;
    if (at <= this.#deps.clock.now()) this.wake();
    else if (at < this.#alarmTime) this.#alarmAt(at);
  }
  /**
   * The claim that is in progress, or null. It never rejects. A poll, which nearly always finds
   * nothing, does not count.
   */
  get claiming(): Promise<void> | null {
    return this.#isPoll ? null : this.#claiming;
  }
  isAtRest(): boolean {
    return this.#claiming === null && !this.#hasWork;
  }
  resetRechecks(): void {
    this.#rechecks = 0;
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hasWork = false;
    this.#clearAlarms();
    await this.#claiming;
    this.#clearAlarms();
  }

  /** Claims until no lane is due or no capacity is left, then sets the alarm. Never rejects. */
  async #claim(): Promise<void> {
    const { clock, onFault, isAwaited } = this.#deps;
    try {
      const { count, nextDue } = await this.#claimAll();
      if (this.#isClosed) return;
      const isBlocked = count === 0 && nextDue !== null && nextDue <= clock.now();
      this.#hasWork ||= isBlocked && isAwaited() && ++this.#rechecks <= maxImmediateRechecks;
      // If the lane could not be claimed because it is locked or other nodes use the slots, checks
      // again after a short delay.
      const earliestAt = count === 0 ? clock.now() + lockedRetryDelayMs : clock.now();
      this.#alarmAt(Math.max(nextDue ?? Number.POSITIVE_INFINITY, earliestAt));
      this.#pollAt(clock.now() + pollIntervalMs);
    } catch (error) {
      onFault(error);
      this.#hasWork = false;
      this.#alarmAt(clock.now() + retryDelayMs);
    }
  }

  /** Returns the size of the last claim and the time at which the next lane can be claimed. */
  async #claimAll(): Promise<{ readonly count: number; readonly nextDue: number | null }> {
    let last: { readonly count: number; readonly nextDue: number | null } = {
      count: 0,
      nextDue: null,
    };
    for (;;) {
      const limit = Math.min(maxClaimsPerCall, this.#deps.getCapacity());
      if (!this.#hasWork || this.#isClosed || limit === 0) return last;
      this.#hasWork = false;
      last = await this.#deps.claim(limit);
      // A full claim may have left due lanes. Otherwise `nextDue` gives the next time.
      if (last.count >= limit) this.#hasWork = true;
    }
  }

  /** Wakes the loop at `at`, instead of at the time of the alarm before. Infinity: not at all. */
  #alarmAt(at: number): void {
    this.#cancelAlarm();
    this.#alarmTime = at;
    this.#cancelAlarm =
      at === Number.POSITIVE_INFINITY
        ? () => undefined
        : this.#deps.clock.scheduleAt(at, () => {
            this.#alarmTime = Number.POSITIVE_INFINITY;
            this.wake();
          });
  }
  /** Claims at `at` unless a claim comes before. */
  #pollAt(at: number): void {
    this.#cancelPoll();
    this.#cancelPoll = this.#deps.clock.scheduleAt(at, () => {
      if (this.#hasWork || this.#claiming !== null) return;
      this.#isPoll = true;
      this.#hasWork = true;
      this.resume();
    });
  }
  #clearAlarms(): void {
    this.#alarmAt(Number.POSITIVE_INFINITY);
    this.#cancelPoll();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
