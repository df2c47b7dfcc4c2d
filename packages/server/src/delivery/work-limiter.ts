/** Permits one unit of work under a `WorkLimiter`. */
export interface WorkPermit {
  /** Returns the permit. Further calls have no effect. */
  release(): void;
}

/**
 * Limits how much work runs at the same time. Work that waits gets the next free permit, in order
 * of arrival.
 */
export class WorkLimiter {
  readonly #max: number;
  readonly #waiting: ((permit: WorkPermit) => void)[] = [];
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }
  /** Resolves with a permit as soon as one is free. */
  waitForPermit(): Promise<WorkPermit> {
    if (this.#used < this.#max) return Promise.resolve(this.#occupy());
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #occupy(): WorkPermit {
    this.#used++;
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#used--;
        this.#waiting.shift()?.(this.#occupy());
      },
    };
  }
}
