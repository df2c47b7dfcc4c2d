/** The faults that a service was told to show, oldest first. `times`: 1 if it is absent. */
export class FaultList<F extends { readonly times?: number }> {
  #list: { readonly fault: F; left: number }[] = [];

  add(fault: F): void {
    this.#list.push({ fault, left: fault.times ?? 1 });
  }
  clear(): void {
    this.#list = [];
  }

  /** Returns the first fault that fits a request, or null. Counts it. */
  take(fits: (fault: F) => boolean): F | null {
    const entry = this.#list.find(({ fault, left }) => left > 0 && fits(fault));
    if (entry === undefined) return null;
    entry.left -= 1;
    this.#list = this.#list.filter(({ left }) => left > 0);
    return entry.fault;
  }
}
