import type { Clock } from "../core/ports.ts";
import type { AttemptReport, Claim, Queue } from "../queue/index.ts";
import type { Egress } from "../egress/index.ts";
import type { Step } from "./attempt.ts";
import { carryOut, type CarryDeps } from "./carry-out.ts";
import type { Outbound } from "./outbound.ts";
import { openSign } from "./sign.ts";

export interface DeliveryDeps {
  readonly egress: Pick<Egress, "post">;
  /** Opens what was sealed under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  readonly probe?: (step: Step) => void;
  readonly queue: Pick<Queue, "claim" | "release">;
  /** `Journal.report`: false when the token is stale. Rejections are tried again. */
  readonly report: (result: AttemptReport) => Promise<boolean>;
  readonly clock: Clock;
  /** What each kind of endpoint brings. */
  readonly outbounds: Readonly<Partial<Record<"channel" | "bot" | "webhook" | "push" | "call" | "mail", Outbound>>>;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** An attempt is reported: the kind of endpoint, its outcome, and how long it took, ms. */
  readonly onAttempt?: (kind: Claim["source"]["target"]["endpoint"]["kind"], outcome: string, ms: number) => void;
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
  const { queue, clock, log } = deps;
  const limit = deps.inFlight ?? 4_096;
  const underWay = new Set<Promise<void>>();
  const waiters = new Set<() => void>();
  let isWanted = false;
  let isClosed = false;
  let looks = 0;
  let pumping: Promise<void> | null = null;
  let cancelAlarm = (): void => undefined;
  const carrying: CarryDeps = {
    ...deps,
    attempt: { egress: deps.egress, sign: openSign(deps.open), clock, ...(deps.probe ? { probe: deps.probe } : {}) },
    counts: { attempted: 0, stale: 0 },
    wake,
    isClosed: () => isClosed,
  };

  function wake(): void {
    isWanted = true;
    if (isClosed || pumping !== null) return;
    // After this turn of the event loop, so that everything that ends in it shares one claim.
    pumping = turn()
      .then(pump)
      .finally(() => {
        pumping = null;
        if (isWanted && !isClosed) wake();
        else settle();
      });
  }

  /** Claims until nothing is due or no place is free, then sets the next alarm. Never rejects. */
  async function pump(): Promise<void> {
    cancelAlarm();
    let found = 0;
    let due: number | null = null;
    try {
      while (isWanted && !isClosed && underWay.size < limit) {
        isWanted = false;
        const asked = Math.min(claimSize, limit - underWay.size);
        const claimed = await queue.claim(asked);
        found = claimed.claims.length;
        due = claimed.nextDue;
        for (const claim of claimed.claims) start(claim);
        // A full claim may have left some behind; whatever else is due is named by nextDue.
        if (found >= asked) isWanted = true;
      }
      if (isClosed) return;
      const isHeld = found === 0 && due !== null && due <= clock.now();
      isWanted ||= isHeld && waiters.size > 0 && ++looks <= mostLooks;
      // Due, yet not to be had (locked at that moment, or other nodes take the places): look again shortly, not at once.
      const soonest = found === 0 ? clock.now() + heldMs : clock.now();
      alarmAt(Math.min(Math.max(due ?? Number.POSITIVE_INFINITY, soonest), clock.now() + lookEveryMs));
    } catch (error) {
      log.error({ err: error }, "delivery.claim_failed");
      isWanted = false;
      alarmAt(clock.now() + againMs);
    }
  }

  function alarmAt(at: number): void {
    // Full: the end of one under way wakes instead.
    if (underWay.size >= limit) return;
    cancelAlarm();
    cancelAlarm = clock.alarm(at, wake);
  }

  function start(claim: Claim): void {
    const run = carryOut(carrying, claim).finally(() => {
      underWay.delete(run);
      // The lane may have more, and a place of the node is free.
      wake();
      settle();
    });
    underWay.add(run);
  }

  function settle(): void {
    if (underWay.size > 0 || pumping !== null || isWanted) return;
    for (const waiter of waiters) waiter();
    waiters.clear();
  }

  wake();
  return {
    wake,
    idle: () =>
      new Promise((resolve) => {
        waiters.add(resolve);
        looks = 0;
        wake();
        if (isClosed) settle();
      }),
    stats: () => ({ underWay: underWay.size, ...carrying.counts }),
    async close() {
      isClosed = true;
      isWanted = false;
      cancelAlarm();
      await pumping;
      await Promise.all(underWay);
      cancelAlarm();
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
