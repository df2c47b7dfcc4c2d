import type { Claim, Queue } from "../queue/index.ts";
import type { Egress } from "../egress/index.ts";
import { carryOut, type CarryDeps } from "./carry-out.ts";
import { openSign } from "./sign.ts";

export interface DeliveryDeps extends Omit<CarryDeps, "attempt" | "counts" | "wake" | "isClosed"> {
  readonly egress: Pick<Egress, "post">;
  /** Decrypts secrets sealed with SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  readonly queue: Pick<Queue, "claim" | "release">;
  /** Receives database errors of a claim, which is then retried. */
  readonly onFault: (error: unknown) => void;
  /**
   * Maximum concurrent deliveries of this node. Default: 4096, which is 64 endpoints with all slots
   * in use.
   */
  readonly inFlight?: number;
}

/** Handle of the worker that claims and sends due deliveries. */
export interface Delivery {
  /**
   * Starts a claim because deliveries may be due: new ones, or changed settings. Cheap. Call it
   * after every batch with deliveries.
   */
  wake(): void;
  /** For tests: resolves when nothing is running and nothing is due. */
  idle(): Promise<void>;
  stats(): { readonly underWay: number; readonly attempted: number; readonly stale: number };
  /** Stops claiming and waits for running deliveries (CORE-131). */
  close(): Promise<void>;
}

/** Maximum deliveries claimed by one statement. */
const claimSize = 64;
/** Maximum time until a lost wake-up or a lease of a dead node is found. */
const lookEveryMs = 5_000;
/** Delay before a due lane that could not be claimed is checked again. */
const heldMs = 50;
/** Maximum immediate rechecks while `idle` waits, because a manual clock does not advance then. */
const mostLooks = 50;
/** Delay before a claim that the database rejected is retried. */
const againMs = 1_000;

/**
 * Starts the delivery worker, which runs until closed. Alarms only wake it, and the rows define
 * what is due.
 */
export function startDelivery(deps: DeliveryDeps): Delivery {
  const pump = new Pump(deps);
  pump.wake();
  return pump;
}

class Pump implements Delivery {
  readonly #deps: DeliveryDeps;
  readonly #limit: number;
  readonly #carrying: CarryDeps;
  readonly #underWay = new Set<Promise<void>>();
  readonly #waiters = new Set<() => void>();
  #isWanted = false;
  #isClosed = false;
  #looks = 0;
  #claiming: Promise<void> | null = null;
  #cancelAlarm = (): void => undefined;

  constructor(deps: DeliveryDeps) {
    const { egress, open, clock, probe } = deps;
    this.#deps = deps;
    this.#limit = deps.inFlight ?? 4_096;
    this.#carrying = {
      ...deps,
      attempt: { egress, sign: openSign(open), clock, ...(probe ? { probe } : {}) },
      counts: { attempted: 0, stale: 0 },
      wake: () => this.wake(),
      isClosed: () => this.#isClosed,
    };
  }

  wake(): void {
    this.#isWanted = true;
    if (this.#isClosed || this.#claiming !== null) return;
    // Claims after this event-loop turn, so that all deliveries that end in it share one claim.
    this.#claiming = turn()
      .then(() => this.#claim())
      .finally(() => {
        this.#claiming = null;
        if (this.#isWanted && !this.#isClosed) this.wake();
        else this.#settle();
      });
  }

  /** Claims until nothing is due or no slot is free, then sets the next alarm. Never rejects. */
  async #claim(): Promise<void> {
    const { clock, onFault } = this.#deps;
    this.#cancelAlarm();
    try {
      const { found, nextDue } = await this.#claimAll();
      if (this.#isClosed) return;
      const isHeld = found === 0 && nextDue !== null && nextDue <= clock.now();
      this.#isWanted ||= isHeld && this.#waiters.size > 0 && ++this.#looks <= mostLooks;
      // Due but not claimable (locked, or other nodes use the slots): checks again after a short
      // delay.
      const soonest = found === 0 ? clock.now() + heldMs : clock.now();
      this.#alarmAt(Math.min(Math.max(nextDue ?? Number.POSITIVE_INFINITY, soonest), clock.now() + lookEveryMs));
    } catch (error) {
      onFault(error);
      this.#isWanted = false;
      this.#alarmAt(clock.now() + againMs);
    }
  }

  /** Returns the size of the last claim and the next due time. */
  async #claimAll(): Promise<{ readonly found: number; readonly nextDue: number | null }> {
    let last: { readonly found: number; readonly nextDue: number | null } = { found: 0, nextDue: null };
    while (this.#isWanted && !this.#isClosed && this.#underWay.size < this.#limit) {
      this.#isWanted = false;
      const asked = Math.min(claimSize, this.#limit - this.#underWay.size);
      const { claims, nextDue } = await this.#deps.queue.claim(asked);
      last = { found: claims.length, nextDue };
      for (const claim of claims) this.#start(claim);
      // A full claim may have left due lanes. Otherwise `nextTimeout` gives the next time.
      if (claims.length >= asked) this.#isWanted = true;
    }
    return last;
  }

  #alarmAt(at: number): void {
    // At the limit the end of a running delivery wakes the worker instead.
    if (this.#underWay.size >= this.#limit) return;
    this.#cancelAlarm();
    this.#cancelAlarm = this.#deps.clock.scheduleAt(at, () => this.wake());
  }

  #start(claim: Claim): void {
    const run = carryOut(this.#carrying, claim).finally(() => {
      this.#underWay.delete(run);
      // The lane may have more deliveries, and a slot of the node is free.
      this.wake();
      this.#settle();
    });
    this.#underWay.add(run);
  }

  #settle(): void {
    if (this.#underWay.size > 0 || this.#claiming !== null || this.#isWanted) return;
    for (const waiter of this.#waiters) waiter();
    this.#waiters.clear();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add(resolve);
      this.#looks = 0;
      this.wake();
      if (this.#isClosed) this.#settle();
    });
  }

  stats(): ReturnType<Delivery["stats"]> {
    return { underWay: this.#underWay.size, ...this.#carrying.counts };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isWanted = false;
    this.#cancelAlarm();
    await this.#claiming;
    await Promise.all(this.#underWay);
    this.#cancelAlarm();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
