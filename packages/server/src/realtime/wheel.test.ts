import { expect, it } from "vitest";
import { Wheel, type Wheeled } from "./wheel.ts";

/** Creates a clock whose alarms fire `lateMs` after they are due, as on a loaded machine. */
function lateClock(lateMs: () => number) {
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | null = null;
  return {
    now: () => now,
    monotonic: () => now,
    alarm(at: number, run: () => void) {
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
 * Adds a socket that answers pings until `silentAt`. Records its last pong and when it was found
 * dead.
 */
function oneSocket(clock: ReturnType<typeof lateClock>, silentAt: number) {
  const socket: Wheeled = { helloFrom: 0, awaitsPong: false, bucket: 0 };
  const seen = { pings: [] as number[], pongAt: 0, deadAt: 0 };
  const wheel = new Wheel<Wheeled>({
    clock,
    ping() {
      seen.pings.push(clock.monotonic());
      if (clock.monotonic() >= silentAt) return;
      socket.awaitsPong = false;
      seen.pongAt = clock.monotonic();
    },
    dead: () => void (seen.deadAt = clock.monotonic()),
    noHello: () => undefined,
    tick: () => undefined,
    busy: () => false,
  });
  wheel.add(socket);
  wheel.greeted(socket);
  return seen;
}

it("[F10] ticks that each come late add nothing up: a silent socket is found dead within 36 s of its last pong", () => {
  const clock = lateClock(() => 80);
  const seen = oneSocket(clock, 60_000);
  while (seen.deadAt === 0) clock.turn();
  expect(seen.pongAt).toBeGreaterThan(0);
  expect(seen.deadAt - seen.pongAt).toBeLessThanOrEqual(36_000);
});

it("[F10] [F12] a stall takes no time from a pong", () => {
  const stallMs = 5_000;
  let stalled = false;
  const clock = lateClock(() => {
    // After the first unanswered ping and before its timeout.
    if (stalled || clock.now() < 80_000) return 0;
    stalled = true;
    return stallMs;
  });
  const seen = oneSocket(clock, 70_000);
  while (seen.deadAt === 0) clock.turn();
  const awake = seen.deadAt - (seen.pings.at(-1) ?? 0) - stallMs;
  expect(stalled).toBe(true);
  expect(awake).toBeGreaterThanOrEqual(9_000);
});
