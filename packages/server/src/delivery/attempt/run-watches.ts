import type { JournalEntry } from "../../journal/index.ts";

/** Tells a run whether what its requests are built from may have changed. */
export interface RunWatch {
  isChanged: boolean;
  close(): void;
}

/** The lanes of which this node sends runs, so that a change ends the run that it concerns. */
export class RunWatches {
  /** Watches by order key, which is the id of the visitor. */
  readonly #lanes = new Map<number, Set<RunWatch>>();

  open(orderKey: number): RunWatch {
    const watches = this.#lanes.get(orderKey) ?? new Set();
    const watch: RunWatch = {
      isChanged: false,
      close: () => {
        watches.delete(watch);
        if (watches.size === 0 && this.#lanes.get(orderKey) === watches)
          this.#lanes.delete(orderKey);
      },
    };
    this.#lanes.set(orderKey, watches.add(watch));
    return watch;
  }

  /**
   * Marks the runs of the visitors of these entries as changed. Entries without a visitor, such as
   * changed settings, concern all runs.
   */
  handleEntries(entries: readonly JournalEntry[]): void {
    if (this.#lanes.size === 0) return;
    for (const { name, visitorId } of entries) {
      // A new message goes behind those of the run, and results change no request.
      if (name === "message_created" || name === "delivery_updated") continue;
      if (visitorId !== null) this.#mark(this.#lanes.get(visitorId));
      else this.markAll();
    }
  }
  /** Marks all runs as changed. */
  markAll(): void {
    for (const watches of this.#lanes.values()) this.#mark(watches);
  }

  #mark(watches: ReadonlySet<RunWatch> = new Set()): void {
    for (const watch of watches) watch.isChanged = true;
  }
}
