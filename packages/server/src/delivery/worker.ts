import type { Claim, Queue } from "../queue/index.ts";
import type { Egress } from "../egress/index.ts";
import { carryOut, type CarryDeps } from "./carry-out.ts";
import { openSign } from "./sign.ts";

export interface DeliveryDeps extends Omit<CarryDeps, "attempt" | "counts" | "wake" | "isClosed"> {
  readonly egress: Pick<Egress, "post">;
  /** Opens what was sealed under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  readonly queue: Pick<Queue, "claim" | "release">;
  /** Receives what the database refused; the claim is tried again. */
  readonly onFault: (error: unknown) => void;
  /** Most deliveries of this node under way; default 4096: 64 endpoints with all their places taken. */
  readonly inFlight?: number;
}

export interface Delivery {
  /** Something may be due: new deliveries, other settings. Cheap; call it after every batch that owes something. */
  wake(): void;
  /** Resolves when nothing is under way and nothing is due now; for tests. */
  idle(): Promise<void>;
  stats(): { readonly underWay: number; readonly attempted: number; readonly stale: number };
  /** Claims no more and waits for what is under way (CORE-131). */
  close(): Promise<void>;
}

/** Deliveries claimed by one statement. */
const claimSize = 64;
/** A lost wake-up or a lease of a dead node is found this soon. */
const lookEveryMs = 5_000;
/** Pause before a lane is looked at again that was due but could not be taken. */
const heldMs = 50;
/** How often it is looked at again at once where somebody waits until nothing is due: no clock may move for him. */
const mostLooks = 50;
/** Pause before a claim that the database refused is tried again. */
const againMs = 1_000;

/** Carries out deliveries until closed. A clock alarm only wakes; what is due stands in the rows. */
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
    // After this turn of the event loop, so that everything that ends in it shares one claim.
    this.#claiming = turn()
      .then(() => this.#claim())
      .finally(() => {
        this.#claiming = null;
        if (this.#isWanted && !this.#isClosed) this.wake();
        else this.#settle();
      });
  }

  /** Claims until nothing is due or no place is free, then sets the next alarm. Never rejects. */
  async #claim(): Promise<void> {
    const { clock, onFault } = this.#deps;
    this.#cancelAlarm();
    try {
      const { found, nextDue } = await this.#claimAll();
      if (this.#isClosed) return;
      const isHeld = found === 0 && nextDue !== null && nextDue <= clock.now();
      this.#isWanted ||= isHeld && this.#waiters.size > 0 && ++this.#looks <= mostLooks;
      // Due, yet not to be had (locked at that moment, or other nodes take the places): look again shortly, not at once.
      const soonest = found === 0 ? clock.now() + heldMs : clock.now();
      this.#alarmAt(Math.min(Math.max(nextDue ?? Number.POSITIVE_INFINITY, soonest), clock.now() + lookEveryMs));
    } catch (error) {
      onFault(error);
      this.#isWanted = false;
      this.#alarmAt(clock.now() + againMs);
    }
  }

  /** What the last claim found, and when the next one is due. */
  async #claimAll(): Promise<{ readonly found: number; readonly nextDue: number | null }> {
    let last: { readonly found: number; readonly nextDue: number | null } = { found: 0, nextDue: null };
    while (this.#isWanted && !this.#isClosed && this.#underWay.size < this.#limit) {
      this.#isWanted = false;
      const asked = Math.min(claimSize, this.#limit - this.#underWay.size);
      const { claims, nextDue } = await this.#deps.queue.claim(asked);
      last = { found: claims.length, nextDue };
      for (const claim of claims) this.#start(claim);
      // A full claim may have left some behind; whatever else is due is named by nextDue.
      if (claims.length >= asked) this.#isWanted = true;
    }
    return last;
  }

  #alarmAt(at: number): void {
    // Full: the end of one under way wakes instead.
    if (this.#underWay.size >= this.#limit) return;
    this.#cancelAlarm();
    this.#cancelAlarm = this.#deps.clock.alarm(at, () => this.wake());
  }

  #start(claim: Claim): void {
    const run = carryOut(this.#carrying, claim).finally(() => {
      this.#underWay.delete(run);
      // The lane may have more, and a place of the node is free.
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
