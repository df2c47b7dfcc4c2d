import type { Clock } from "../core/ports.ts";

const tickMs = 1_000;
/** API-105: a ping every 25 s, its pong within 10 s. */
const pingEveryTicks = 25;
const pongWithinTicks = 10;
const helloWithinMs = 10_000;

/** What the wheel knows of a socket. */
export interface Wheeled {
  /** `monotonic()` from which a hello is awaited; it is due 10 s later. */
  helloFrom: number;
  awaitsPong: boolean;
  bucket: number;
}
export interface WheelDeps<S extends Wheeled> {
  readonly clock: Pick<Clock, "now" | "monotonic" | "alarm">;
  readonly ping: (connection: S) => void;
  readonly dead: (connection: S) => void;
  readonly noHello: (connection: S) => void;
  /** Every second. */
  readonly tick: (now: number) => void;
  /** Whether a tick is needed although no socket is open. */
  readonly busy: () => boolean;
}

/** One alarm a second for all sockets; none while there are none (PERF-16). */
export class Wheel<S extends Wheeled> {
  readonly #deps: WheelDeps<S>;
  readonly #buckets: readonly Set<S>[] = Array.from({ length: pingEveryTicks }, () => new Set<S>());
  readonly #greeting = new Set<S>();
  #size = 0;
  #ticks = 0;
  #next = 0;
  /** `monotonic()` at which the latest tick was or is due. */
  #due = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(deps: WheelDeps<S>) {
    this.#deps = deps;
  }
  add(connection: S): void {
    // Spread evenly: pings of many sockets never come in one burst.
    connection.bucket = this.#next++ % pingEveryTicks;
    this.#buckets[connection.bucket]?.add(connection);
    this.#greeting.add(connection);
    this.#size++;
    this.wake();
  }
  /** Waits for another hello, from `waitMs` on (API-165). */
  awaitHello(connection: S, waitMs: number): void {
    connection.helloFrom = this.#deps.clock.monotonic() + waitMs;
    this.#greeting.add(connection);
  }
  greeted(connection: S): void {
    this.#greeting.delete(connection);
  }
  remove(connection: S): void {
    if (this.#buckets[connection.bucket]?.delete(connection)) this.#size--;
    this.#greeting.delete(connection);
  }
  /** Sockets that have not answered their ping yet. */
  awaited(): number {
    return this.#buckets.reduce((sum, bucket) => sum + [...bucket].filter((connection) => connection.awaitsPong).length, 0);
  }
  wake(): void {
    if (this.#cancel !== null) return;
    const { clock } = this.#deps;
    const now = clock.monotonic();
    const next = this.#due + tickMs;
    // A second after the last tick was due, not after it came: 35 ticks that are each a little late would be more than 36 s (F10). After a rest,
    // or a stall, which gives pongs no less time, a second from now.
    this.#due = next > now && next <= now + tickMs ? next : now + tickMs;
    this.#cancel = clock.alarm(clock.now() + this.#due - now, () => this.#tick());
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
    for (const connection of this.#greeting) if (now - connection.helloFrom >= helloWithinMs) this.#deps.noHello(connection);
    this.#deps.tick(now);
    if (this.#size > 0 || this.#deps.busy()) this.wake();
  }
}
