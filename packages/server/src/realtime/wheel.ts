import type { Clock } from "../core/command.ts";

const tickMs = 1_000;
/** API-105: a ping every 25 s, its pong within 10 s. */
const pingEveryTicks = 25;
const pongWithinTicks = 10;
const helloWithinMs = 10_000;

/** State of a socket that the timer wheel uses. */
export interface Wheeled {
  /** Monotonic time from which a hello is expected. The limit is 10 s later. */
  helloFrom: number;
  awaitsPong: boolean;
  bucket: number;
}
export interface WheelDeps<S extends Wheeled> {
  readonly clock: Pick<Clock, "now" | "monotonic" | "scheduleAt">;
  readonly ping: (connection: S) => void;
  readonly dead: (connection: S) => void;
  readonly noHello: (connection: S) => void;
  /** Called every second. */
  readonly tick: (now: number) => void;
  /** Returns whether ticks are needed without any open socket. */
  readonly busy: () => boolean;
}

/** One alarm per second for all sockets, and none without sockets (PERF-16). */
export class Wheel<S extends Wheeled> {
  readonly #deps: WheelDeps<S>;
  readonly #buckets: readonly Set<S>[] = Array.from({ length: pingEveryTicks }, () => new Set<S>());
  readonly #greeting = new Set<S>();
  #size = 0;
  #ticks = 0;
  #next = 0;
  /** Monotonic time at which the latest tick was or is due. */
  #due = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(deps: WheelDeps<S>) {
    this.#deps = deps;
  }
  add(connection: S): void {
    // Spreads sockets evenly, so that pings do not arrive in bursts.
    connection.bucket = this.#next++ % pingEveryTicks;
    this.#buckets[connection.bucket]?.add(connection);
    this.#greeting.add(connection);
    this.#size++;
    this.wake();
  }
  /** Expects another hello, counted from `waitMs` after now (API-165). */
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
  /** Returns the number of sockets that have not answered their ping yet. */
  awaited(): number {
    return this.#buckets.reduce((sum, bucket) => sum + [...bucket].filter((connection) => connection.awaitsPong).length, 0);
  }
  wake(): void {
    if (this.#cancel !== null) return;
    const { clock } = this.#deps;
    const now = clock.monotonic();
    const next = this.#due + tickMs;
    // The next tick is due one second after the last due time, not after its actual time: 35
    // slightly late ticks would exceed 36 s (F10). After an idle time or a stall it is due one
    // second from now, which shortens no pong timeout.
    this.#due = next > now && next <= now + tickMs ? next : now + tickMs;
    this.#cancel = clock.scheduleAt(clock.now() + this.#due - now, () => this.#tick());
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
