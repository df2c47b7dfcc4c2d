import type { Clock } from "../core/command.ts";

const tickMs = 1_000;
/** A ping is sent every 25 s, and its pong must arrive within 10 s (API-105). */
const pingIntervalTicks = 25;
const pongTimeoutTicks = 10;
const helloTimeoutMs = 10_000;

/** Fields of a socket that the timer wheel uses. */
export interface TimedSocket {
  /** Monotonic time in ms since which a hello is expected. It must arrive within 10 s. */
  helloSince: number;
  awaitsPong: boolean;
  bucket: number;
}
export interface TimerWheelDeps<S extends TimedSocket> {
  readonly clock: Clock;
  readonly ping: (connection: S) => void;
  readonly onDead: (connection: S) => void;
  readonly onMissingHello: (connection: S) => void;
  /** Called every second. */
  readonly tick: (now: number) => void;
  /** Returns whether ticks are needed even if there are no sockets. */
  readonly needsTick: () => boolean;
}

/** Checks all sockets with one alarm per second. There is no alarm without sockets (PERF-16). */
export class TimerWheel<S extends TimedSocket> {
  readonly #deps: TimerWheelDeps<S>;
  readonly #buckets: readonly Set<S>[] = Array.from(
    { length: pingIntervalTicks },
    () => new Set<S>(),
  );
  readonly #awaitingHello = new Set<S>();
  #size = 0;
  #ticks = 0;
  #next = 0;
  /** Monotonic time in ms for which the latest tick was scheduled. */
  #due = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(deps: TimerWheelDeps<S>) {
    this.#deps = deps;
  }
  add(connection: S): void {
    // Sockets are distributed evenly over the ticks, so that pings are not sent in bursts.
    connection.bucket = this.#next++ % pingIntervalTicks;
    this.#buckets[connection.bucket]?.add(connection);
    this.#awaitingHello.add(connection);
    this.#size++;
    this.startTicking();
  }
  /** Expects another hello, counted from `waitMs` after now (API-165). */
  awaitHello(connection: S, waitMs: number): void {
    connection.helloSince = this.#deps.clock.monotonic() + waitMs;
    this.#awaitingHello.add(connection);
  }
  helloReceived(connection: S): void {
    this.#awaitingHello.delete(connection);
  }
  remove(connection: S): void {
    if (this.#buckets[connection.bucket]?.delete(connection)) this.#size--;
    this.#awaitingHello.delete(connection);
  }
  /** Returns the number of sockets that have not responded to their ping yet. */
  countAwaitingPong(): number {
    let count = 0;
    for (const bucket of this.#size === 0 ? [] : this.#buckets)
      for (const { awaitsPong } of bucket) if (awaitsPong) count++;
    return count;
  }
  startTicking(): void {
    if (this.#cancel !== null) return;
    const { clock } = this.#deps;
    const now = clock.monotonic();
    const next = this.#due + tickMs;
    // The next tick is scheduled one second after the scheduled time of the last one. If it were
    // counted from the actual time, 35 slightly late ticks would exceed 36 s (F10). After an idle
    // time or a stall, it is scheduled one second from now, which shortens no pong timeout.
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
    for (const connection of this.#buckets[this.#ticks % pingIntervalTicks] ?? []) {
      connection.awaitsPong = true;
      this.#deps.ping(connection);
    }
    for (const connection of this.#buckets[
      (this.#ticks - pongTimeoutTicks + pingIntervalTicks) % pingIntervalTicks
    ] ?? []) {
      if (connection.awaitsPong) this.#deps.onDead(connection);
    }
    for (const connection of this.#awaitingHello)
      if (now - connection.helloSince >= helloTimeoutMs) this.#deps.onMissingHello(connection);
    this.#deps.tick(now);
    if (this.#size > 0 || this.#deps.needsTick()) this.startTicking();
  }
}
