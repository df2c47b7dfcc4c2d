import type { EgressError } from "./egress-error.ts";

/**
 * Ends one request at any step. An AbortSignal with listeners for each step costs as much as the
 * request, so one is created only for connecting.
 */
export class Deadline {
  #fault: EgressError | null = null;
  #controller: AbortController | null = null;
  #stop: ((fault: EgressError) => void) | null = null;

  /** Returns why the request ended, or null if it has not ended. */
  get fault(): EgressError | null {
    return this.#fault;
  }
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#fault !== null) this.#controller.abort(this.#fault);
    }
    return this.#controller.signal;
  }
  /** Ends the request. Only the first call has an effect. */
  end(fault: EgressError): void {
    if (this.#fault !== null) return;
    this.#fault = fault;
    this.#controller?.abort(fault);
    this.#stop?.(fault);
  }
  /** Calls `stop` when the request ends, or has ended. Replaces the previous callback. */
  onEnd(stop: (fault: EgressError) => void): void {
    this.#stop = stop;
    if (this.#fault !== null) stop(this.#fault);
  }
}
