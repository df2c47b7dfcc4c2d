import { expect, it } from "vitest";
import { TimerWheel, type TimedSocket } from "./timer-wheel.ts";

/** Creates a clock whose alarms fire `lateMs` too late, as on a busy machine. */
function createLateClock(lateMs: () => number) {
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | null = null;
  return {
    now: () => now,
    monotonic: () => now,
    scheduleAt(at: number, run: () => void) {
      due = { at, run };
      return () => void (due = null);
    },
    /** Fires the pending alarm. */
    turn() {
      if (due === null) throw new Error("no alarm waits");
      const { at, run } = due;
      due = null;
      now = at + lateMs();
      run();
    },
  };
}
/**
 * Adds a socket that responds to pings until `silentAt`. Records its last pong and the time at
 * which it was detected as dead.
 */
function startSocket(clock: ReturnType<typeof createLateClock>, silentAt: number) {
  const socket: TimedSocket = { helloSince: 0, awaitsPong: false, bucket: 0 };
  const observed = { pings: [] as number[], pongAt: 0, deadAt: 0 };
  const wheel = new TimerWheel<TimedSocket>({
    clock,
    ping() {
      observed.pings.push(clock.monotonic());
      if (clock.monotonic() >= silentAt) return;
      socket.awaitsPong = false;
      observed.pongAt = clock.monotonic();
    },
    onDead: () => void (observed.deadAt = clock.monotonic()),
    onMissingHello: () => undefined,
    tick: () => undefined,
    needsTick: () => false,
  });
  wheel.add(socket);
  wheel.helloReceived(socket);
  return observed;
}

it("[F10] ticks that each come late add nothing up: a silent socket is found dead within 36 s of its last pong", () => {
  const clock = createLateClock(() => 80);
  const observed = startSocket(clock, 60_000);
  while (observed.deadAt === 0) clock.turn();
  expect(observed.pongAt).toBeGreaterThan(0);
  expect(observed.deadAt - observed.pongAt).toBeLessThanOrEqual(36_000);
});

it("[F10] [F12] a stall takes no time from a pong", () => {
  const stallMs = 5_000;
  let stalled = false;
  const clock = createLateClock(() => {
    // The stall comes after the first unanswered ping and before the timeout of that ping.
    if (stalled || clock.now() < 80_000) return 0;
    stalled = true;
    return stallMs;
  });
  const observed = startSocket(clock, 70_000);
  while (observed.deadAt === 0) clock.turn();
  const waitedMs = observed.deadAt - (observed.pings.at(-1) ?? 0) - stallMs;
  expect(stalled).toBe(true);
  expect(waitedMs).toBeGreaterThanOrEqual(9_000);
});
