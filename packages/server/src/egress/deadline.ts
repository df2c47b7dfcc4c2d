import type { Fault } from "./fault.ts";

/**
 * The end of one request, whatever it waits for at that moment. An AbortSignal with listeners for each step costs as much as the request
 * itself, so one is made only for what needs it: dialling.
 */
export class Deadline {
  #fault: Fault | null = null;
  #controller: AbortController | null = null;
  #stop: ((fault: Fault) => void) | null = null;

  /** Why it ended; null while it has not. */
  get fault(): Fault | null {
    return this.#fault;
  }
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#fault !== null) this.#controller.abort(this.#fault);
    }
    return this.#controller.signal;
  }
  /** The first one counts. */
  end(fault: Fault): void {
    if (this.#fault !== null) return;
    this.#fault = fault;
    this.#controller?.abort(fault);
    this.#stop?.(fault);
  }
  /** Calls `stop` when it ends, in the place of the one given before; at once when it has ended. */
  during(stop: (fault: Fault) => void): void {
    this.#stop = stop;
    if (this.#fault !== null) stop(this.#fault);
  }
}
