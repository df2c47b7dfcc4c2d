import type { Clock } from "../core/command.ts";

/** Permits one unit of work under a `WorkLimiter`. */
export interface WorkPermit {
  /** Returns the permit. Further calls have no effect. */
  release(): void;
}

/**
 * Maximum time in milliseconds until a permit ends. A driver may wait for another server before the
 * request, such as for an access token (BOT-033), and a report for a lock in the database.
 */
const maxPermitMs = 50;

/** Lets one unit of work run at a time, in order of arrival. */
export class WorkLimiter {
  readonly #clock: Clock;
  readonly #waiting: ((permit: WorkPermit) => void)[] = [];
  #isBusy = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }
  /** Resolves when it is the turn of the caller. */
  waitForPermit(): Promise<WorkPermit> {
    if (!this.#isBusy) return Promise.resolve(this.#issuePermit());
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #issuePermit(): WorkPermit {
    this.#isBusy = true;
    let isValid = true;
    const release = (): void => {
      if (!isValid) return;
      isValid = false;
      cancel();
      this.#isBusy = false;
      this.#waiting.shift()?.(this.#issuePermit());
    };
    const cancel = this.#clock.scheduleAt(this.#clock.now() + maxPermitMs, release);
    return { release };
  }
}
