import type { DeliveryLane } from "../core/delivery/planner.ts";
import type { Claim, ClaimQueue, EndpointGroup, EndpointSignal } from "./queue/index.ts";
import type { JournalEntry } from "../journal/index.ts";
import type { PostSender } from "../egress/index.ts";
import { ClaimLoop } from "./claim-loop.ts";
import { processClaim, type ProcessClaimDeps } from "./attempt/process-claim.ts";
import { RunWatches } from "./attempt/run-watches.ts";
import { createSigner, type SignRequest } from "./attempt/sign.ts";
import { WorkLimiter } from "./work-limiter.ts";

export interface DeliveryWorkerDeps extends Omit<ProcessClaimDeps, "attempt" | "counts" | "group"> {
  readonly egress: PostSender;
  /** Decrypts secrets sealed with SECRET_KEY. */
  readonly unseal: (sealed: Buffer) => string;
  readonly queue: ClaimQueue;
  /** Receives database errors of a claim. The claim is then retried. */
  readonly onFault: (error: unknown) => void;
  /**
   * Maximum number of concurrent deliveries of this node in each group of endpoints. The default is
   * 4096, which is 64 endpoints with all slots in use.
   */
  readonly maxInFlight?: number;
}

export interface DeliveryWorker {
  /** Starts to claim and send deliveries. Must be called once. */
  start(): void;
  /**
   * Starts a claim because there may be deliveries to send, such as after changed settings. It is
   * cheap and must be called after every batch with deliveries. `lanes`: only those have new ones.
   * If all of them wait for running claims, the end of a claim starts the next one instead. Has no
   * effect before `start`.
   */
  wake(lanes?: readonly DeliveryLane[] | null): void;
  /**
   * Ends runs of deliveries whose requests these new entries may change. Must be called with all
   * entries that this node learns about, before it answers who made a change.
   */
  handleEntries(entries: readonly JournalEntry[]): void;
  /** Ends all runs of deliveries, because an account moved. */
  endRuns(): void;
  /** For tests: resolves when no delivery is running and none can be sent now. */
  idle(): Promise<void>;
  /** For tests: resolves when no claim and no delivery is running. Does not claim. */
  settled(): Promise<void>;
  stats(): { readonly underWay: number; readonly attempted: number; readonly stale: number };
  /** Stops claiming and waits for running deliveries (CORE-131). */
  close(): Promise<void>;
}

/**
 * Maximum number of lanes of failing endpoints that are claimed and wait for their turn. One claim
 * for several lanes costs little more than one for a single lane.
 */
const maxFailingClaims = 8;

/** Creates the delivery worker. Failing endpoints have a claim loop and capacity of their own. */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  return new Worker(deps);
}

class Worker implements DeliveryWorker {
  readonly #deps: DeliveryWorkerDeps;
  readonly #loops: Readonly<Record<EndpointGroup, ClaimLoop>>;
  readonly #inFlight: Readonly<Record<EndpointGroup, Set<Promise<void>>>> = {
    healthy: new Set(),
    failing: new Set(),
  };
  /**
   * One request to a failing endpoint is built at a time, or one report of a failed request
   * written. The wait for a response does not count. Without the limit, hundreds of lanes that are
   * due at the same time would fill the event loop and the database connections for as long as they
   * take (CORE-122).
   */
  readonly #failingWork: WorkLimiter;
  /** Number of claims at failing endpoints whose attempts have not started. */
  #waitingClaims = 0;
  readonly #claimDeps: Readonly<Record<EndpointGroup, ProcessClaimDeps>>;
  readonly #counts = { attempted: 0, stale: 0 };
  readonly #watches = new RunWatches();
  readonly #waiters = new Set<() => void>();
  #isStarted = false;
  #isClosed = false;

  constructor(deps: DeliveryWorkerDeps) {
    this.#deps = deps;
    this.#failingWork = new WorkLimiter(deps.clock);
    this.#loops = {
      healthy: this.#createLoop("healthy"),
      failing: this.#createLoop("failing"),
    };
    const sign = createSigner(deps.unseal);
    this.#claimDeps = {
      healthy: this.#createClaimDeps("healthy", sign),
      failing: this.#createClaimDeps("failing", sign),
    };
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /**
   * Wakes the loop of healthy endpoints. Its claim returns when a lane of a failing endpoint is
   * due, so the other loop costs nothing while there is none.
   */
  wake(lanes?: readonly DeliveryLane[] | null): void {
    // All are checked, because lanes that wait for a slot end the runs of their endpoint.
    const free = lanes?.filter((lane) => !this.#deps.queue.isBusy(lane));
    if (!this.#isStarted || free?.length === 0) return;
    this.#loops.healthy.wake();
    if (this.#getCapacity("healthy") === 0) this.#loops.failing.wake();
  }

  handleEntries(entries: readonly JournalEntry[]): void {
    this.#watches.handleEntries(entries);
  }
  endRuns(): void {
    this.#watches.markAll();
  }

  #createLoop(group: EndpointGroup): ClaimLoop {
    const { clock, onFault } = this.#deps;
    return new ClaimLoop({
      clock,
      onFault,
      getCapacity: () => this.#getCapacity(group),
      claim: (limit) => this.#claim(group, limit),
      isAwaited: () => this.#waiters.size > 0,
      onRest: () => this.#settle(),
    });
  }
  #createClaimDeps(group: EndpointGroup, sign: SignRequest): ProcessClaimDeps {
    const { egress, clock, probe } = this.#deps;
    return {
      ...this.#deps,
      attempt: { egress, sign, clock, probe },
      counts: this.#counts,
      group: {
        onSlotFree: (signal) => this.#wakeAfter(group, signal),
        waitForFailedReport: () => this.#failingWork.waitForPermit(),
        // The lanes of failing endpoints wait for their turn after each attempt.
        canContinue: () => group === "healthy" && !this.#isClosed && this.#getCapacity(group) > 0,
        countLanes: () => this.#inFlight[group].size,
        watches: this.#watches,
        isClosed: () => this.#isClosed,
      },
    };
  }
  #getCapacity(group: EndpointGroup): number {
    const free = (this.#deps.maxInFlight ?? 4_096) - this.#inFlight[group].size;
    if (group === "healthy") return free;
    return this.#waitingClaims > 0 ? 0 : Math.min(free, maxFailingClaims);
  }

  async #claim(
    group: EndpointGroup,
    limit: number,
  ): Promise<{ readonly count: number; readonly nextDue: number | null }> {
    const { claims, nextDue, failingDue } = await this.#deps.queue.claim(limit, group);
    for (const claim of claims) this.#start(group, claim);
    if (failingDue !== null) this.#loops.failing.wakeAt(failingDue);
    return { count: claims.length, nextDue };
  }

  #start(group: EndpointGroup, claim: Claim): void {
    const inFlight = this.#inFlight[group];
    const attempt =
      group === "healthy"
        ? processClaim(this.#claimDeps.healthy, claim)
        : this.#processInTurn(this.#claimDeps.failing, claim);
    const run = attempt.then((signal) => {
      inFlight.delete(run);
      // The lane may have more deliveries, and the node has capacity again.
      this.#wakeAfter(group, signal);
      this.#settle();
    });
    inFlight.add(run);
  }
  async #processInTurn(deps: ProcessClaimDeps, claim: Claim): Promise<EndpointSignal> {
    this.#waitingClaims++;
    const permit = await this.#failingWork.waitForPermit();
    this.#waitingClaims--;
    this.#loops.failing.resume();
    return processClaim(deps, claim, permit);
  }
  /** Wakes the loop that may claim next. After a success the endpoint is healthy. */
  #wakeAfter(group: EndpointGroup, signal: EndpointSignal): void {
    if (group === "failing") this.#loops.failing.wake();
    if (group === "healthy" || signal === "answered") this.wake();
  }

  #settle(): void {
    const { healthy, failing } = this.#inFlight;
    if (healthy.size + failing.size > 0) return;
    if (!this.#loops.healthy.isAtRest() || !this.#loops.failing.isAtRest()) return;
    for (const waiter of this.#waiters) waiter();
    this.#waiters.clear();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add(resolve);
      for (const loop of Object.values(this.#loops)) loop.resetRechecks();
      this.wake();
      if (this.#isClosed) this.#settle();
    });
  }

  async settled(): Promise<void> {
    for (;;) {
      const claims = Object.values(this.#loops).flatMap(({ claiming }) => claiming ?? []);
      const running = [...claims, ...this.#inFlight.healthy, ...this.#inFlight.failing];
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  stats(): ReturnType<DeliveryWorker["stats"]> {
    const { healthy, failing } = this.#inFlight;
    return { underWay: healthy.size + failing.size, ...this.#counts };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Object.values(this.#loops).map((loop) => loop.close()));
    const { healthy, failing } = this.#inFlight;
    await Promise.all([...healthy, ...failing]);
  }
}
