import type { Claim, DeliveryQueue } from "./queue/index.ts";
import type { Egress } from "../egress/index.ts";
import { processClaim, type ProcessClaimDeps } from "./attempt/process-claim.ts";
import { createSigner } from "./attempt/sign.ts";

export interface DeliveryWorkerDeps extends Omit<
  ProcessClaimDeps,
  "attempt" | "counts" | "wake" | "isClosed"
> {
  readonly egress: Pick<Egress, "post">;
  /** Decrypts secrets sealed with SECRET_KEY. */
  readonly unseal: (sealed: Buffer) => string;
  readonly queue: Pick<DeliveryQueue, "claim" | "release">;
  /** Receives database errors of a claim. The claim is then retried. */
  readonly onFault: (error: unknown) => void;
  /**
   * Maximum number of concurrent deliveries of this node. The default is 4096, which is 64
   * endpoints with all slots in use.
   */
  readonly maxInFlight?: number;
}

/** Handle of the worker that claims and sends deliveries. */
export interface DeliveryWorker {
  /**
   * Starts a claim because there may be deliveries to send, such as after new ones or changed
   * settings. It is cheap and must be called after every batch with deliveries.
   */
  wake(): void;
  /** For tests: resolves when no delivery is running and none can be sent now. */
  idle(): Promise<void>;
  stats(): { readonly underWay: number; readonly attempted: number; readonly stale: number };
  /** Stops claiming and waits for running deliveries (CORE-131). */
  close(): Promise<void>;
}

/** Maximum number of deliveries that one statement claims. */
const maxClaimsPerCall = 64;
/** Maximum time in milliseconds until the worker finds a lost wake-up or a lease of a dead node. */
const pollIntervalMs = 5_000;
/** Delay in milliseconds before the worker checks a lane again that it could not claim. */
const lockedRetryDelayMs = 50;
/**
 * Maximum number of immediate rechecks while `idle` waits. The limit is needed because a manual
 * clock does not advance then.
 */
const maxImmediateRechecks = 50;
/** Delay in milliseconds before the worker retries a claim that the database rejected. */
const retryDelayMs = 1_000;

/**
 * Starts the delivery worker, which runs until it is closed. Alarms only wake it. Which deliveries
 * must be sent is read from the table rows.
 */
export function startDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const pump = new WorkerLoop(deps);
  pump.wake();
  return pump;
}

class WorkerLoop implements DeliveryWorker {
  readonly #deps: DeliveryWorkerDeps;
  readonly #limit: number;
  readonly #claimDeps: ProcessClaimDeps;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #waiters = new Set<() => void>();
  #hasWork = false;
  #isClosed = false;
  #rechecks = 0;
  #claiming: Promise<void> | null = null;
  #cancelAlarm = (): void => undefined;

  constructor(deps: DeliveryWorkerDeps) {
    const { egress, unseal, clock, probe } = deps;
    this.#deps = deps;
    this.#limit = deps.maxInFlight ?? 4_096;
    this.#claimDeps = {
      ...deps,
      attempt: { egress, sign: createSigner(unseal), clock, ...(probe ? { probe } : {}) },
      counts: { attempted: 0, stale: 0 },
      wake: () => this.wake(),
      isClosed: () => this.#isClosed,
    };
  }

  wake(): void {
    this.#hasWork = true;
    if (this.#isClosed || this.#claiming !== null) return;
    // Claims after this event-loop turn, so that all deliveries that end in the turn share one
    // claim.
    this.#claiming = nextTurn()
      .then(() => this.#claim())
      .finally(() => {
        this.#claiming = null;
        if (this.#hasWork && !this.#isClosed) this.wake();
        else this.#settle();
      });
  }

  /**
   * Claims until no delivery can be sent or no slot is free, then sets the next alarm. Never
   * rejects.
   */
  async #claim(): Promise<void> {
    const { clock, onFault } = this.#deps;
    this.#cancelAlarm();
    try {
      const { found: claimed, nextDue } = await this.#claimAll();
      if (this.#isClosed) return;
      const isBlocked = claimed === 0 && nextDue !== null && nextDue <= clock.now();
      this.#hasWork ||=
        isBlocked && this.#waiters.size > 0 && ++this.#rechecks <= maxImmediateRechecks;
      // If the lane could not be claimed because it is locked or other nodes use the slots, checks
      // again after a short delay.
      const earliestAt = claimed === 0 ? clock.now() + lockedRetryDelayMs : clock.now();
      this.#alarmAt(
        Math.min(
          Math.max(nextDue ?? Number.POSITIVE_INFINITY, earliestAt),
          clock.now() + pollIntervalMs,
        ),
      );
    } catch (error) {
      onFault(error);
      this.#hasWork = false;
      this.#alarmAt(clock.now() + retryDelayMs);
    }
  }

  /** Returns the size of the last claim and the time at which the next delivery can be claimed. */
  async #claimAll(): Promise<{ readonly found: number; readonly nextDue: number | null }> {
    let last: { readonly found: number; readonly nextDue: number | null } = {
      found: 0,
      nextDue: null,
    };
    while (this.#hasWork && !this.#isClosed && this.#inFlight.size < this.#limit) {
      this.#hasWork = false;
      const limit = Math.min(maxClaimsPerCall, this.#limit - this.#inFlight.size);
      const { claims, nextDue } = await this.#deps.queue.claim(limit);
      last = { found: claims.length, nextDue };
      for (const claim of claims) this.#start(claim);
      // A full claim may have left due lanes. Otherwise `nextDue` gives the next time.
      if (claims.length >= limit) this.#hasWork = true;
    }
    return last;
  }

  #alarmAt(at: number): void {
    // At the limit no alarm is needed, because the end of a running delivery wakes the worker.
    if (this.#inFlight.size >= this.#limit) return;
    this.#cancelAlarm();
    this.#cancelAlarm = this.#deps.clock.scheduleAt(at, () => this.wake());
  }

  #start(claim: Claim): void {
    const run = processClaim(this.#claimDeps, claim).finally(() => {
      this.#inFlight.delete(run);
      // The lane may have more deliveries, and the node has a free slot again.
      this.wake();
      this.#settle();
    });
    this.#inFlight.add(run);
  }

  #settle(): void {
    if (this.#inFlight.size > 0 || this.#claiming !== null || this.#hasWork) return;
    for (const waiter of this.#waiters) waiter();
    this.#waiters.clear();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add(resolve);
      this.#rechecks = 0;
      this.wake();
      if (this.#isClosed) this.#settle();
    });
  }

  stats(): ReturnType<DeliveryWorker["stats"]> {
    return { underWay: this.#inFlight.size, ...this.#claimDeps.counts };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hasWork = false;
    this.#cancelAlarm();
    await this.#claiming;
    await Promise.all(this.#inFlight);
    this.#cancelAlarm();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
