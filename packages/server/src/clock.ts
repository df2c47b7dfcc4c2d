import type { Clock } from "./core/ports.ts";

/** Longest single timer. A wall clock that jumps forward is noticed within this time; far below the overflow of setTimeout. */
const longestTimerMs = 60_000;

/** The clock of the machine. Alarms follow the wall clock, also when it is set back or forward (F14). */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    alarm(at, fire) {
      let timer: NodeJS.Timeout;
      const arm = (): void => {
        timer = setTimeout(() => {
          if (Date.now() >= at) fire();
          else arm();
        }, Math.min(Math.max(at - Date.now(), 0), longestTimerMs));
      };
      arm();
      return () => clearTimeout(timer);
    },
  };
}

interface Alarm { readonly at: number; readonly order: number; readonly fire: () => void }

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  #order = 0;
  readonly #alarms = new Set<Alarm>();

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
  /** Moves time by `ms`, ringing alarms in order, each at its own time; lets pending callbacks run before the next one. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await turn();
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
