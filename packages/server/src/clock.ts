import { uptime } from "node:os";
import type { Clock } from "./core/command.ts";

/**
 * Longest single timer: far below the overflow of setTimeout. A sleep of the machine is detected
 * within this time.
 */
const maxTimerMs = 60_000;
/** Tolerance: the two sources are read one after the other, and one counts whole seconds. */
const sleepNoiseMs = 2_500;

/**
 * The clock starts to follow the machine's clock after both differ by more than this (ms), for this
 * long (ms).
 */
const maxDriftMs = 2_000;
const driftToleranceMs = 60_000;
/** Comparison interval in ms. */
const compareMs = 1_000;
/**
 * Correction speed. When behind, the clock gains at most a quarter of the passing time. When ahead,
 * it loses at most a tenth. Timers below a minute keep their length in the first case and last at
 * most a ninth longer in the second.
 */
const speedUpRate = 0.25;
const slowDownRate = 0.1;

/** Time sources of a machine, in ms. */
export interface TimeSources {
  /** Time of day. It may be changed at any moment. */
  readonly wall: () => number;
  /** Time since the start of the process, without sleep of the machine. */
  readonly passed: () => number;
  /** Time since the start of the machine, including sleep, in whole seconds. */
  readonly booted: () => number;
}
const systemSources: TimeSources = {
  wall: () => Date.now(),
  passed: () => performance.now(),
  booted: () => uptime() * 1_000,
};

/**
 * Creates the clock of the process: the machine's time at its start plus the time passed since,
 * including sleep. It never runs backwards and never jumps, so changing the machine's clock neither
 * stops nor floods anything (F14). If both differ for a minute, it follows slowly (CORE-181).
 */
export function createSystemClock({ wall, passed, booted }: TimeSources = systemSources): Clock {
  const start = wall() - passed();
  const bootedBefore = booted() - passed();
  let sleptMs = 0;
  let correctedMs = 0;
  let comparedAt = passed();
  /** Start of the difference, on the clock of `passed`. null: both agree. */
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
    // A correction continues until both agree, not only to the limit.
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

/** A clock that does not advance until a test moves it. */
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
    // As with a real timer, an alarm in the past fires soon, but never inside the call that sets
    // it.
    if (at <= this.#now) setImmediate(() => this.#ring(alarm));
    return () => void this.#alarms.delete(alarm);
  }
  /** Returns the times of waiting alarms, soonest first, for tests. */
  pending(): readonly number[] {
    return [...this.#alarms].map((alarm) => alarm.at).toSorted((a, b) => a - b);
  }
  /**
   * Makes time advance only after `rest` has resolved, so that work in progress does not seem to
   * take hours. Returns a function that removes it.
   */
  settleBefore(rest: () => Promise<void>): () => void {
    this.#rests.add(rest);
    return () => void this.#rests.delete(rest);
  }
  /**
   * Advances time by `ms` and fires alarms in order, each at its own time. Pending callbacks run
   * before the next alarm.
   */
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
  /** Sets the wall clock, also backwards. Durations (`monotonic`) do not change (F14). */
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
