import { hash, randomUUID } from "node:crypto";
import { repeatWindowMs } from "../retry-policy.ts";

/**
 * Detects repeats of requests whose result is unknown to the sender (BOT-085). Keeps them in the
 * memory of one node.
 */
export interface RepeatDetector {
  /** Returns the earlier request that has the same body, or null if the request is new. */
  find(botId: number, bytes: Uint8Array): RepeatableRequest | null;
  register(botId: number, bytes: Uint8Array): RepeatableRequest;
}
export interface RepeatableRequest {
  /** Idempotency key of the write, with which a repeat writes nothing twice. */
  readonly key: string;
  /**
   * Runs `work`, or returns the result of the earlier request. After a server error, `work` runs
   * again.
   */
  run(work: () => Promise<void>, isOurFault: (error: unknown) => boolean): Promise<void>;
  /** Called when the response has been written. */
  onAnswered(status: number): void;
  /** Called when the connection closes before the response is written. */
  onLost(): void;
}

/** Response statuses after which the sender repeats a request. */
const retryableStatuses: ReadonlySet<number> = new Set([500, 503, 504]);
const maxEntries = 20_000;

interface RepeatEntry extends RepeatableRequest {
  readonly beganAt: number;
  isOpen: boolean;
}

export function createRepeatDetector(clock: { monotonic(): number }): RepeatDetector {
  const entriesByName = new Map<string, RepeatEntry[]>();
  let count = 0;

  const createEntry = (name: string): RepeatEntry => {
    let running: Promise<void> | null = null;
    const entry: RepeatEntry = {
      key: randomUUID(),
      beganAt: clock.monotonic(),
      isOpen: false,
      run(work, isOurFault) {
        running ??= work().catch((error: unknown) => {
          if (isOurFault(error)) running = null;
          throw error;
        });
        return running;
      },
      onAnswered(status) {
        entry.isOpen = retryableStatuses.has(status);
        if (!entry.isOpen) removeEntry(name, entry);
      },
      onLost: () => void (entry.isOpen = true),
    };
    return entry;
  };
  const removeEntry = (name: string, entry: RepeatEntry): void => {
    const remaining = entriesByName.get(name)?.filter((candidate) => candidate !== entry) ?? [];
    count = Math.max(0, count - 1);
    if (remaining.length === 0) entriesByName.delete(name);
    else entriesByName.set(name, remaining);
  };
  /** Entries are ordered by their start, so the oldest come first. */
  const evictExpired = (): void => {
    for (const [name, [oldest]] of entriesByName) {
      if (
        oldest !== undefined &&
        clock.monotonic() - oldest.beganAt <= repeatWindowMs &&
        count < maxEntries
      )
        return;
      if (oldest === undefined) entriesByName.delete(name);
      else removeEntry(name, oldest);
    }
  };

  return {
    find(botId, bytes) {
      const entry = entriesByName
        .get(toEntryName(botId, bytes))
        ?.find(
          (candidate) =>
            candidate.isOpen && clock.monotonic() - candidate.beganAt <= repeatWindowMs,
        );
      if (entry === undefined) return null;
      // The entry now belongs to this request. A third request counts as new until this one has
      // failed too.
      entry.isOpen = false;
      return entry;
    },
    register(botId, bytes) {
      evictExpired();
      const name = toEntryName(botId, bytes);
      const entry = createEntry(name);
      entriesByName.set(name, [...(entriesByName.get(name) ?? []), entry]);
      count++;
      return entry;
    },
  };
}

/**
 * Returns the key of a request. The event id is part of the body, so requests with equal bytes have
 * the same id.
 */
function toEntryName(botId: number, bytes: Uint8Array): string {
  return `${botId} ${hash("sha256", bytes, "base64")}`;
}
