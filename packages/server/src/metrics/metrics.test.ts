import { PerformanceObserver } from "node:perf_hooks";
import { expect, test, vi } from "vitest";
import { createMetrics } from "./metrics.ts";

test("[CFG-011] servers of one process share its metrics, and each has its own counts", async () => {
  const observe = vi.spyOn(PerformanceObserver.prototype, "observe");
  const [first, second] = [createMetrics(), createMetrics()];
  expect(observe.mock.calls.length).toBeLessThanOrEqual(1);
  observe.mockRestore();
  first.counter("letters", "Letters").add();
  const texts = await Promise.all([first.text(), second.text()]);
  for (const text of texts) {
    expect(text).toMatch(/^parlour_process_cpu_seconds_total \d/m);
    expect(text).toMatch(/^parlour_build_info\{/m);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(texts.map((text) => text.includes("parlour_letters 1"))).toEqual([true, false]);
});
