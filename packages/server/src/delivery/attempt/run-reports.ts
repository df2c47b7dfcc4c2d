import type { Clock } from "../../core/command.ts";
import type { ReportResult } from "../report/index.ts";
import type { AttemptReport } from "../queue/index.ts";

/** Maximum number of deliveries of one run. */
const maxRunLength = 16;
/** Maximum number of deliveries of all runs, so that their results are two batches. */
const maxRunDeliveries = 512;
/**
 * Time in milliseconds within which a run starts its requests, and for which it collects results.
 * It limits how old the settings of a request are, how long other lanes wait for the slot, and how
 * many results a crash loses (decision 0246).
 */
export const maxRunMs = 50;

/**
 * Returns how many deliveries the next run of one of `laneCount` lanes may have, if responses
 * continue to take `responseMs`. An endpoint that takes longer than `maxRunMs` gets one delivery
 * per claim.
 */
export function getRunLength(responseMs: number, laneCount: number): number {
  return Math.min(
    maxRunLength,
    1 + Math.floor(maxRunMs / Math.max(responseMs, 1)),
    Math.max(1, Math.floor(maxRunDeliveries / laneCount)),
  );
}

interface RunReportsDeps {
  readonly clock: Clock;
  /** Writes the results. Never rejects. */
  readonly write: (result: AttemptReport) => Promise<ReportResult>;
}

/** Results of a run that are not written yet. They are written after at most `maxRunMs`. */
export class RunReports {
  readonly #deps: RunReportsDeps;
  #results: AttemptReport[] = [];
  #writing: Promise<void> = Promise.resolve();
  #cancel = (): void => undefined;
  #isStale = false;

  constructor(deps: RunReportsDeps) {
    this.#deps = deps;
  }

  /** Whether a result was not written, because this node has lost the claim. */
  get isStale(): boolean {
    return this.#isStale;
  }
  add(result: AttemptReport): void {
    if (this.#results.length === 0) {
      const { clock } = this.#deps;
      this.#cancel = clock.scheduleAt(clock.now() + maxRunMs, () => void this.flush());
    }
    this.#results.push({ ...result, isPartial: true });
  }
  /** Returns the results to write with the last one, after those that are being written. */
  async take(): Promise<readonly AttemptReport[]> {
    this.#cancel();
    await this.#writing;
    return this.#results.splice(0);
  }
  /** Writes the results. The claim continues. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      this.#cancel();
      const earlier = this.#results.splice(0);
      const last = earlier.pop();
      if (last === undefined) return;
      const written = await this.#deps.write({ ...last, earlier });
      this.#isStale ||= !written.isWritten || written.earlier?.includes(false) === true;
    });
    return this.#writing;
  }
}
