import { afterEach, expect, test, vi } from "vitest";
import { createManualClock } from "../manual-clock.fixture.ts";
import { acquireTabLock } from "./tab-lock.ts";

afterEach(() => vi.unstubAllGlobals());

/** Simulates tabs of one browser without Web Locks. */
test("[CORE-012] without locks the tab that is there longest is the one, and the next when it goes", async () => {
  vi.stubGlobal("navigator", {});
  const ends = [new AbortController(), new AbortController()] as const;
  const name = `test ${String(Math.random())}`;
  const clock = createManualClock();
  const first = acquireTabLock(name, ends[0].signal, clock);
  await expect.poll(first).toBe(true);
  await clock.advance(5);
  const second = acquireTabLock(name, ends[1].signal, clock);
  await expect.poll(second).toBe(false);
  expect(first()).toBe(true);
  ends[0].abort();
  await clock.advance(6_000);
  expect(second()).toBe(true);
  ends[1].abort();
});

test("[CORE-012] with locks the one that holds the lock is it, until it ends", async () => {
  const waiting: (() => Promise<void>)[] = [];
  const request = async (
    _name: string,
    _options: object,
    run: () => Promise<void>,
  ): Promise<void> => {
    waiting.push(run);
    if (waiting.length > 1) return new Promise(() => undefined);
    await run();
    waiting.shift();
    await waiting[0]?.();
  };
  vi.stubGlobal("navigator", { locks: { request } });
  const ends = [new AbortController(), new AbortController()] as const;
  const [first, second] = [
    acquireTabLock("x", ends[0].signal),
    acquireTabLock("x", ends[1].signal),
  ];
  expect([first(), second()]).toEqual([true, false]);
  ends[0].abort();
  await expect.poll(() => [first(), second()]).toEqual([false, true]);
});
