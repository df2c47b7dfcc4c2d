import { uptime } from "node:os";
import type { Clock } from "./core/command.ts";

/**
 * Maximum duration of a single timer, in ms. It is far below the overflow of setTimeout, and a
 * sleep of the machine is detected within this time.
 */
const maxTimerMs = 60_000;
/** In ms: the sources are read in turn, and one of them counts whole seconds. */
const sleepNoiseMs = 2_500;

/** Difference and its duration in ms after which the clock follows that of the machine. */
const maxDriftMs = 2_000;
const driftToleranceMs = 60_000;
/** Interval between comparisons, in ms. */
const compareMs = 1_000;
/**
 * Maximum correction as a fraction of the time that passes. A slow clock gains at most a quarter, a
 * fast clock loses at most a tenth. Timers below a minute keep their length in the first case, and
 * run at most a ninth longer in the second.
 */
const speedUpRate = 0.25;
const slowDownRate = 0.1;

/** Time sources of a machine. All return ms. */
export interface TimeSources {
  /** Time of day. The machine's clock may be changed at any moment. */
  readonly wall: () => number;
  /** Time since the start of the process, without the sleep of the machine. */
  readonly passed: () => number;
  /** Time since the start of the machine, including its sleep, in whole seconds. */
  readonly booted: () => number;
}
const systemSources: TimeSources = {
  wall: () => Date.now(),
  passed: () => performance.now(),
  booted: () => uptime() * 1_000,
};

/**
 * Creates the clock of the process: the machine's time at the start plus the time that has passed
 * since, including sleep. The clock never runs backwards and never jumps, so a change of the
 * machine's clock does not disturb timers (F14). If both clocks differ for a minute, the clock
 * follows slowly (CORE-181).
 */
export function createSystemClock({ wall, passed, booted }: TimeSources = systemSources): Clock {
  const start = wall() - passed();
  const bootedBefore = booted() - passed();
  let sleptMs = 0;
  let correctedMs = 0;
  let comparedAt = passed();
  /** Start of the current difference, as a time of `passed`. Null if both clocks agree. */
  let driftSince: number | null = null;
  let latest = 0;
  const noticeSleep = (): void => {
    const measuredMs = booted() - passed() - bootedBefore;
    if (measuredMs - sleptMs > sleepNoiseMs) sleptMs = measuredMs;
  };
  const compare = (at: number): void => {
    noticeSleep();
    const driftMs = wall() - (start + at + sleptMs + correctedMs);
    const isFollowing = driftSince !== null && at - driftSince >= driftToleranceMs;
    // A correction continues until both clocks agree. It does not stop at the tolerance.
    if (Math.abs(driftMs) <= (isFollowing ? 1 : maxDriftMs)) driftSince = null;
    else if (driftSince === null) driftSince = at;
    else if (isFollowing) {
      const maxStepMs = (at - comparedAt) * (driftMs > 0 ? speedUpRate : slowDownRate);
      correctedMs += Math.sign(driftMs) * Math.min(Math.abs(driftMs), maxStepMs);
    }
    comparedAt = at;
  };
  const now = (): number => {
    const at = passed();
    if (at - comparedAt >= compareMs) compare(at);
    latest = Math.max(latest, Math.floor(start + at + sleptMs + correctedMs));
    return latest;
  };
  return {
    now,
    monotonic: passed,
    scheduleAt(at, fire) {
      let timer: NodeJS.Timeout;
      const schedule = (): void => {
        const wait = Math.min(Math.max(at - now(), 0), maxTimerMs);
        timer = setTimeout(() => {
          noticeSleep();
          if (now() >= at) fire();
          else schedule();
        }, wait);
      };
      schedule();
      return () => clearTimeout(timer);
    },
  };
}

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** A clock that advances only when a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  #order = 0;
  readonly #alarms = new Set<Alarm>();
  readonly #rests = new Set<() => Promise<void>>();

  constructor(start: number = Date.UTC(2026, 0, 5, 9)) {
    this.#now = start;
  }
  now(): number {
    return this.#now;
  }
  monotonic(): number {
    return this.#elapsed;
  }
  scheduleAt(at: number, fire: () => void): () => void {
    const alarm: Alarm = { at, order: this.#order++, fire };
    this.#alarms.add(alarm);
    // As with a real timer, an alarm in the past fires soon, but never during the call that sets
    // it.
    if (at <= this.#now) setImmediate(() => this.#ring(alarm));
    return () => void this.#alarms.delete(alarm);
  }
  /** Returns the times of the waiting alarms, soonest first. For tests. */
  pending(): readonly number[] {
    return [...this.#alarms].map((alarm) => alarm.at).toSorted((a, b) => a - b);
  }
  /**
   * Time advances only after `rest` has resolved, so that work in progress does not appear to take
   * hours. Returns a function that removes `rest`.
   */
  settleBefore(rest: () => Promise<void>): () => void {
    this.#rests.add(rest);
    return () => void this.#rests.delete(rest);
  }
  /** Fires alarms in order, each at its time. Runs pending callbacks before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await waitForTurn();
      await Promise.all(Array.from(this.#rests, (rest) => rest()));
      const next = this.#next(until);
      if (!next) break;
      this.#move(Math.max(next.at, this.#now));
      this.#ring(next);
    }
    this.#move(until);
    await waitForTurn();
  }
  /** Sets the time of day, also backwards. Does not change `monotonic` (F14). */
  set(now: number): void {
    this.#now = now;
  }
  #move(to: number): void {
    this.#elapsed += to - this.#now;
    this.#now = to;
  }
  #next(until: number): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#alarms) {
      if (
        alarm.at <= until &&
        (!next || alarm.at < next.at || (alarm.at === next.at && alarm.order < next.order))
      )
        next = alarm;
    }
    return next;
  }
  #ring(alarm: Alarm): void {
    if (this.#alarms.delete(alarm)) alarm.fire();
  }
}

/** Waits for one turn of the event loop, in which ready promises and callbacks run. */
function waitForTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
