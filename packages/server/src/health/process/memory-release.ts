import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock } from "../../core/command.ts";
import type { Log } from "../../log.ts";

/** Interval between checks, in ms. */
export const checkIntervalMs = 10_000;
/**
 * Share of the event loop's time, and number of executed commands, up to which an interval counts
 * as quiet. A collection would delay messages, so it waits until almost none arrive. Ten messages
 * per second take less than a hundredth of the time of a fast machine, so the share is not enough.
 */
const quietShare = 0.01;
const maxQuietCommands = 1;
/** Size of the heap in bytes, below which there is little to release. An idle process has half. */
const minHeapBytes = 128 * 2 ** 20;
/**
 * Maximum size of all objects in bytes. It limits the pause to about a quarter of a second, because
 * a collection takes 1 to 2 ms per MiB of the objects that stay.
 */
const maxUsedBytes = 160 * 2 ** 20;

/** Share of the event loop's time from which an interval counts as loaded. */
const loadShare = 0.3;
/** Number of intervals without load, one after the other, after which V8 shall reduce its heap. */
const intervalsAfterLoad = 2;
/** Maximum number of intervals in which V8 reduces its heap. It needs one. */
const maxReducingIntervals = 3;

/** State of the process since the last reading. */
export interface HeapReading {
  /** Share of the event loop's time in which it was busy. */
  readonly busyShare: number;
  /** Size of the heap in bytes, including its empty pages. */
  readonly heapBytes: number;
  /** Size of all objects in bytes, including those that nothing refers to. */
  readonly usedBytes: number;
}

export interface MemoryReleaseDeps {
  readonly clock: Clock;
  readonly log: { info: Log["info"] };
  /** Returns the number of commands that were executed since the start. */
  readonly countCommands: () => number;
  readonly read?: () => HeapReading;
  /** Runs a full collection. */
  readonly collect?: () => void;
  /** Sets whether V8 reduces its heap by collections in steps, although objects are created. */
  readonly setReducing?: (isReducing: boolean) => void;
}

/**
 * Returns the memory of a load to the operating system when the process becomes quiet (PERF-13). V8
 * shrinks its heap only some seconds after a full collection, and a quiet process allocates too
 * little to need one. So the first quiet interval after a busy one starts a collection. It pauses
 * the process for 40 to 150 ms, once.
 *
 * If messages continue after a load, nothing is collected at once: V8 is told for some intervals to
 * prefer a small heap. Its own collections then run in steps between messages and shrink the heap.
 * Returns a function that stops this.
 */
export function startMemoryRelease({
  clock,
  log,
  countCommands,
  read = createHeapReader(),
  collect = createCollector(),
  setReducing = preferSmallHeap,
}: MemoryReleaseDeps): () => void {
  let wasBusy = false;
  const reduction = createReduction(setReducing, log);
  let commandsBefore = countCommands();
  let cancel = (): void => undefined;
  const check = (): void => {
    const { busyShare, heapBytes, usedBytes } = read();
    const commands = countCommands();
    if (busyShare >= quietShare || commands - commandsBefore > maxQuietCommands) wasBusy = true;
    else if (wasBusy && usedBytes <= maxUsedBytes) {
      wasBusy = false;
      reduction.cancel();
      if (heapBytes >= minHeapBytes) {
        const started = clock.monotonic();
        collect();
        log.info(
          { heapMiB: toMiB(heapBytes), ms: Math.round(clock.monotonic() - started) },
          "memory.collected",
        );
      }
    }
    commandsBefore = commands;
    if (wasBusy) reduction.check(busyShare, heapBytes);
    schedule();
  };
  const schedule = (): void => {
    cancel = clock.scheduleAt(clock.now() + checkIntervalMs, check);
  };
  schedule();
  return () => {
    cancel();
    reduction.cancel();
  };
}

/** Lets V8 reduce its heap once after each load, when two intervals without load have passed. */
function createReduction(
  setReducing: (isReducing: boolean) => void,
  log: MemoryReleaseDeps["log"],
): { check(busyShare: number, heapBytes: number): void; cancel(): void } {
  let wasLoaded = false;
  let calmIntervals = 0;
  let remaining = 0;
  const cancel = (): void => {
    if (remaining > 0) setReducing(false);
    remaining = 0;
    wasLoaded = false;
  };
  return {
    cancel,
    check(busyShare, heapBytes) {
      if (busyShare >= loadShare) {
        cancel();
        wasLoaded = true;
        calmIntervals = 0;
      } else if (remaining > 0) {
        remaining -= 1;
        if (remaining > 0 && heapBytes >= minHeapBytes) return;
        remaining = 0;
        setReducing(false);
        log.info({ heapMiB: toMiB(heapBytes) }, "memory.reduced");
      } else if (wasLoaded && ++calmIntervals >= intervalsAfterLoad) {
        wasLoaded = false;
        if (heapBytes < minHeapBytes) return;
        remaining = maxReducingIntervals;
        setReducing(true);
      }
    },
  };
}

const toMiB = (bytes: number): number => Math.round(bytes / 2 ** 20);

function createHeapReader(): () => HeapReading {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const busyShare = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    const heap = getHeapStatistics();
    return { busyShare, heapBytes: heap.total_heap_size, usedBytes: heap.used_heap_size };
  };
}

/** Returns V8's function for a full collection, which only a flag makes available. */
function createCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  return collect;
}

/**
 * With this flag, V8's memory reducer does not wait until the process creates few objects. V8 reads
 * it for each decision.
 */
function preferSmallHeap(isReducing: boolean): void {
  setFlagsFromString(isReducing ? "--optimize-for-size" : "--no-optimize-for-size");
}
