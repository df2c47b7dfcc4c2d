import type { Clock } from "../../core/command.ts";

/** Upper bound of records of all imports of a node, in records per second. */
const recordsPerSecond = 2_000;
/** How long imports leave the node to others after a command of theirs. */
const busyMs = 2_000;

interface PaceDeps {
  readonly clock: Clock;
  readonly journal: { readonly stats: () => JournalLoad };
}
interface JournalLoad {
  /** Commands that this node has executed. */
  readonly commands: number;
  /** Nodes that run, with this one. */
  readonly nodes: number;
}

/**
 * Decides how long imports rest after each part (MV-023). If nobody else writes, they do not. Other
 * nodes write to the same database, so beside them imports always rest.
 */
export class Pace {
  readonly #deps: PaceDeps;
  #seen = 0;
  #ownCommands = 0;
  #busyUntil = 0;
  constructor(deps: PaceDeps) {
    this.#deps = deps;
  }
  /** Counts a command of an import. */
  count(): void {
    this.#ownCommands += 1;
  }
  /** Returns the rest in ms after a part. `size`: its number of records. */
  getRestMs(tookMs: number, size: number): number {
    const { clock, journal } = this.#deps;
    const now = clock.monotonic();
    const { commands, nodes } = journal.stats();
    const others = commands - this.#seen - this.#ownCommands;
    [this.#seen, this.#ownCommands] = [commands, 0];
    if (others > 0 || nodes > 1) this.#busyUntil = now + busyMs;
    const restMs = now < this.#busyUntil ? tookMs : 0;
    return Math.max(1, restMs, (size * 1_000) / recordsPerSecond - tookMs);
  }
}
