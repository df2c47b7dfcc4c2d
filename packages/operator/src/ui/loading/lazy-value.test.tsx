import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createManualClock } from "../../state/manual-clock.fixture.ts";
import { createLazyValue } from "./lazy-value.ts";

// The server is reachable and does not have the file.
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null)));
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Creates a value that cannot be loaded until `answer` is called. Each load tries twice. */
function createFailingValue() {
  let isPresent = false;
  const importValue = vi.fn(() =>
    isPresent ? Promise.resolve("part") : Promise.reject(new TypeError("Failed to fetch")),
  );
  const clock = createManualClock();
  const lazyValue = createLazyValue(importValue, clock);
  return { lazyValue, importValue, clock, answer: () => void (isPresent = true) };
}

test("[CORE-336] a part that could not be loaded is loaded again while a screen waits for it", async () => {
  const { lazyValue, importValue, clock, answer } = createFailingValue();
  const listener = vi.fn();
  lazyValue.subscribe(listener);
  lazyValue.load();
  await expect.poll(() => importValue.mock.calls.length).toBe(2);
  await clock.advance(4_999);
  // A part that is rendered again does not load it sooner.
  lazyValue.load();
  expect(importValue).toHaveBeenCalledTimes(2);
  await clock.advance(1);
  await expect.poll(() => importValue.mock.calls.length).toBe(4);
  answer();
  await clock.advance(10_000);
  await expect.poll(() => lazyValue.get()).toBe("part");
  expect(listener).toHaveBeenCalledTimes(1);
});

test("[CORE-336] a part is not loaded again if no screen waits for it, and at once if an operator asks for it", async () => {
  const { lazyValue, importValue, clock, answer } = createFailingValue();
  await expect(lazyValue.request()).rejects.toThrow("Failed to fetch");
  await clock.advance(60_000);
  expect(importValue).toHaveBeenCalledTimes(2);
  await expect(lazyValue.request()).rejects.toThrow("Failed to fetch");
  answer();
  await lazyValue.request();
  expect(lazyValue.get()).toBe("part");
});
