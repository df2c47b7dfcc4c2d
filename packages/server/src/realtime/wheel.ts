import type { Clock } from "../core/ports.ts";
import type { Connection } from "./connection.ts";

const tickMs = 1_000;
/** API-105: a ping every 25 s, its pong within 10 s. */
const pingEveryTicks = 25;
const pongWithinTicks = 10;
const helloWithinMs = 10_000;

export interface WheelDeps {
  readonly clock: Pick<Clock, "now" | "monotonic" | "alarm">;
  readonly ping: (connection: Connection) => void;
  readonly dead: (connection: Connection) => void;
  readonly noHello: (connection: Connection) => void;
  /** Every second. */
  readonly tick: (now: number) => void;
  /** Whether a tick is needed although no socket is open. */
  readonly busy: () => boolean;
}

/** One alarm a second for all sockets; none while there are none (PERF-16). */
export class Wheel {
  readonly #deps: WheelDeps;
  readonly #buckets: readonly Set<Connection>[] = Array.from({ length: pingEveryTicks }, () => new Set<Connection>());
  readonly #greeting = new Set<Connection>();
  #size = 0;
  #ticks = 0;
  #next = 0;
  #cancel: (() => void) | null = null;

  constructor(deps: WheelDeps) {
    this.#deps = deps;
  }
  add(connection: Connection): void {
    // Spread evenly: pings of many sockets never come in one burst.
    connection.bucket = this.#next++ % pingEveryTicks;
    this.#buckets[connection.bucket]?.add(connection);
    this.#greeting.add(connection);
    this.#size++;
    this.wake();
  }
  greeted(connection: Connection): void {
    this.#greeting.delete(connection);
  }
  remove(connection: Connection): void {
    if (this.#buckets[connection.bucket]?.delete(connection)) this.#size--;
    this.#greeting.delete(connection);
  }
  wake(): void {
    this.#cancel ??= this.#deps.clock.alarm(this.#deps.clock.now() + tickMs, () => this.#tick());
  }
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #tick(): void {
    this.#cancel = null;
    const now = this.#deps.clock.monotonic();
    this.#ticks++;
    for (const connection of this.#buckets[this.#ticks % pingEveryTicks] ?? []) {
      connection.awaitsPong = true;
      this.#deps.ping(connection);
    }
    for (const connection of this.#buckets[(this.#ticks - pongWithinTicks + pingEveryTicks) % pingEveryTicks] ?? []) {
      if (connection.awaitsPong) this.#deps.dead(connection);
    }
    // In order of opening, so the first one that is in time ends the search.
    for (const connection of this.#greeting) {
      if (now - connection.openedAt < helloWithinMs) break;
      this.#deps.noHello(connection);
    }
    this.#deps.tick(now);
    if (this.#size > 0 || this.#deps.busy()) this.wake();
  }
}
