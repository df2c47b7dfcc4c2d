import { uptime } from "node:os";
import type { Clock } from "./core/ports.ts";

/** Longest single timer: far below the overflow of setTimeout; a sleep of the machine is noticed within this time. */
const longestTimerMs = 60_000;
/** The two sources below are read one after the other, and one of them counts in whole seconds. */
const sleepNoiseMs = 2_500;

/** The process clock differs from the machine's by more than this, for so long, before it follows; both ms. */
const apartMs = 2_000;
const apartForMs = 60_000;
/** How often both are compared, ms. */
const compareMs = 1_000;
/**
 * How fast the clock follows: ahead by a quarter of the time that passes, back by a tenth. Timers of less than a minute keep their length while it
 * follows ahead, and last at most a ninth longer while it follows back.
 */
const followAhead = 0.25;
const followBack = 0.1;

/** What a machine knows of time, ms. */
export interface TimeSources {
  /** Time of day; may be set at any moment. */
  readonly wall: () => number;
  /** Since the start of the process; stands still while the machine sleeps. */
  readonly passed: () => number;
  /** Since the start of the machine, sleep included, in whole seconds. */
  readonly booted: () => number;
}
const machine: TimeSources = { wall: () => Date.now(), passed: () => performance.now(), booted: () => uptime() * 1_000 };

/**
 * The clock of the process: the machine's time at its start plus the time passed since, sleep of the machine included. It never runs backwards and never
 * jumps, so setting the machine's clock by an hour neither stops nor bursts anything (F14). When both differ for a minute, it follows slowly (CORE-181).
 */
export function systemClock({ wall, passed, booted }: TimeSources = machine): Clock {
  const start = wall() - passed();
  const bootedBefore = booted() - passed();
  let slept = 0;
  let followed = 0;
  let comparedAt = passed();
  /** Since when both differ, on the clock of `passed`; null: they agree. */
  let apartSince: number | null = null;
  let latest = 0;
  const noticeSleep = (): void => {
    const seen = booted() - passed() - bootedBefore;
    if (seen - slept > sleepNoiseMs) slept = seen;
  };
  const compare = (at: number): void => {
    noticeSleep();
    const apart = wall() - (start + at + slept + followed);
    const isFollowing = apartSince !== null && at - apartSince >= apartForMs;
    // Once it follows it does so to the end, not only up to the limit.
    if (Math.abs(apart) <= (isFollowing ? 1 : apartMs)) apartSince = null;
    else if (apartSince === null) apartSince = at;
    else if (isFollowing) {
      const most = (at - comparedAt) * (apart > 0 ? followAhead : followBack);
      followed += Math.sign(apart) * Math.min(Math.abs(apart), most);
    }
    comparedAt = at;
  };
  const now = (): number => {
    const at = passed();
    if (at - comparedAt >= compareMs) compare(at);
    latest = Math.max(latest, Math.floor(start + at + slept + followed));
    return latest;
  };
  return {
    now,
    monotonic: passed,
    alarm(at, fire) {
      let timer: NodeJS.Timeout;
      const arm = (): void => {
        const wait = Math.min(Math.max(at - now(), 0), longestTimerMs);
        timer = setTimeout(() => {
          noticeSleep();
          if (now() >= at) fire();
          else arm();
        }, wait);
      };
      arm();
      return () => clearTimeout(timer);
    },
  };
}

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** A clock that stands still until a test moves it. */
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
  alarm(at: number, fire: () => void): () => void {
    const alarm: Alarm = { at, order: this.#order++, fire };
    this.#alarms.add(alarm);
    // As with a real timer: an alarm in the past rings soon, but never inside the call that set it.
    if (at <= this.#now) setImmediate(() => this.#ring(alarm));
    return () => void this.#alarms.delete(alarm);
  }
  /** Alarms that wait, soonest first (for tests that ask what is due next). */
  pending(): readonly number[] {
    return [...this.#alarms].map((alarm) => alarm.at).toSorted((a, b) => a - b);
  }
  /** From now on time moves only when `rest` has resolved: what is under way must not find that it took hours. Gives what takes this back. */
  restBefore(rest: () => Promise<void>): () => void {
    this.#rests.add(rest);
    return () => void this.#rests.delete(rest);
  }
  /** Moves time by `ms`, ringing alarms in order, each at its own time; lets pending callbacks run before the next one. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await turn();
      await Promise.all(Array.from(this.#rests, (rest) => rest()));
      const next = this.#next(until);
      if (!next) break;
      this.#move(Math.max(next.at, this.#now));
      this.#ring(next);
    }
    this.#move(until);
    await turn();
  }
  /** Sets the wall clock, also backwards; durations (`monotonic`) do not notice (F14). */
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
      if (alarm.at <= until && (!next || alarm.at < next.at || (alarm.at === next.at && alarm.order < next.order))) next = alarm;
    }
    return next;
  }
  #ring(alarm: Alarm): void {
    if (this.#alarms.delete(alarm)) alarm.fire();
  }
}

/** One turn of the event loop: promises and callbacks that are ready run. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
