import { hash, randomUUID } from "node:crypto";
import type { Cluster } from "../../../cluster/index.ts";
import { repeatWindowMs } from "../retry-policy.ts";

/**
 * Detects repeats of requests whose result is unknown to the sender (BOT-085). Keeps them in
 * memory, and sends those whose repeat may come to the other nodes (decision 0149).
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

/** A request whose repeat may come to any node. */
interface OpenRequest {
  /** Connection and hash of the body. */
  readonly name: string;
  readonly key: string;
  /** Time since the start of the request in milliseconds. */
  readonly ageMs: number;
}
/** The repeat of the request with this key has come to the sender of the message. */
interface ClaimedRequest {
  readonly name: string;
  readonly key: string;
}
const openTopic = "bot request open";
const claimedTopic = "bot request claimed";

interface RepeatEntry extends RepeatableRequest {
  readonly beganAt: number;
  isOpen: boolean;
}

export function createRepeatDetector(
  clock: { monotonic(): number },
  cluster: Pick<Cluster, "publish" | "subscribe">,
): RepeatDetector {
  const entriesByName = new Map<string, RepeatEntry[]>();
  let count = 0;

  const createEntry = (name: string, key: string, ageMs: number): RepeatEntry => {
    const beganAt = clock.monotonic() - ageMs;
    const entry = createRepeatEntry(
      { key, beganAt },
      {
        onOpen() {
          const message: OpenRequest = { name, key, ageMs: clock.monotonic() - beganAt };
          cluster.publish(openTopic, message);
        },
        onDone: () => removeEntry(name, entry),
      },
    );
    return entry;
  };
  const addEntry = (name: string, entry: RepeatEntry): void => {
    evictExpired();
    entriesByName.set(name, [...(entriesByName.get(name) ?? []), entry]);
    count++;
  };
  const removeEntry = (name: string, entry: RepeatEntry): void => {
    const entries = entriesByName.get(name) ?? [];
    const remaining = entries.filter((candidate) => candidate !== entry);
    count -= entries.length - remaining.length;
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

  cluster.subscribe<OpenRequest>(openTopic, ({ name, key, ageMs }) => {
    if (entriesByName.get(name)?.some((entry) => entry.key === key) === true) return;
    const entry = createEntry(name, key, ageMs);
    entry.isOpen = true;
    addEntry(name, entry);
  });
  cluster.subscribe<ClaimedRequest>(claimedTopic, ({ name, key }) => {
    const entry = entriesByName.get(name)?.find((candidate) => candidate.key === key);
    if (entry !== undefined) removeEntry(name, entry);
  });

  return {
    find(botId, bytes) {
      const name = toEntryName(botId, bytes);
      const entry = entriesByName
        .get(name)
        ?.find(
          (candidate) =>
            candidate.isOpen && clock.monotonic() - candidate.beganAt <= repeatWindowMs,
        );
      if (entry === undefined) return null;
      // The entry now belongs to this request. A third request counts as new until this one has
      // failed too.
      entry.isOpen = false;
      const message: ClaimedRequest = { name, key: entry.key };
      cluster.publish(claimedTopic, message);
      return entry;
    },
    register(botId, bytes) {
      const name = toEntryName(botId, bytes);
      const entry = createEntry(name, randomUUID(), 0);
      addEntry(name, entry);
      return entry;
    },
  };
}

/** Creates an entry that is not open. `onDone` is called when no repeat may come any more. */
function createRepeatEntry(
  request: Pick<RepeatEntry, "key" | "beganAt">,
  { onOpen, onDone }: { readonly onOpen: () => void; readonly onDone: () => void },
): RepeatEntry {
  let running: Promise<void> | null = null;
  const open = (): void => {
    entry.isOpen = true;
    onOpen();
  };
  const entry: RepeatEntry = {
    ...request,
    isOpen: false,
    run(work, isOurFault) {
      running ??= work().catch((error: unknown) => {
        if (isOurFault(error)) running = null;
        throw error;
      });
      return running;
    },
    onAnswered(status) {
      if (retryableStatuses.has(status)) open();
      else {
        entry.isOpen = false;
        onDone();
      }
    },
    onLost: open,
  };
  return entry;
}

/**
 * Returns the key of a request. The event id is part of the body, so requests with equal bytes have
 * the same id.
 */
function toEntryName(botId: number, bytes: Uint8Array): string {
  return `${botId} ${hash("sha256", bytes, "base64")}`;
}
