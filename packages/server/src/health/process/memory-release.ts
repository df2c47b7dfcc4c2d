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
}

/**
 * Returns the memory of a load to the operating system when the process becomes quiet (PERF-13). V8
 * shrinks its heap only some seconds after a full collection, and a quiet process allocates too
 * little to need one. So the first quiet interval after a busy one starts a collection. It pauses
 * the process for 40 to 150 ms, once. Returns a function that stops this.
 */
export function startMemoryRelease({
  clock,
  log,
  countCommands,
  read = createHeapReader(),
  collect = createCollector(),
}: MemoryReleaseDeps): () => void {
  let wasBusy = false;
  let commandsBefore = countCommands();
  let cancel = (): void => undefined;
  const check = (): void => {
    const { busyShare, heapBytes, usedBytes } = read();
    const commands = countCommands();
    if (busyShare >= quietShare || commands - commandsBefore > maxQuietCommands) wasBusy = true;
    else if (wasBusy && usedBytes <= maxUsedBytes) {
      wasBusy = false;
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
    schedule();
  };
  const schedule = (): void => {
    cancel = clock.scheduleAt(clock.now() + checkIntervalMs, check);
  };
  schedule();
  return () => cancel();
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
