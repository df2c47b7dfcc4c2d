import { hash, randomUUID } from "node:crypto";
import { repeatMs } from "./policy.ts";

/** Detects repeats of requests whose result is unknown (BOT-085). In the memory of one node. */
export interface Repeats {
  /** Returns the earlier request that this one repeats. Null if the request is new. */
  find(botId: number, bytes: Uint8Array): Repeatable | null;
  begin(botId: number, bytes: Uint8Array): Repeatable;
}
export interface Repeatable {
  /** Idempotency key of the write. A repeat after an unknown result writes nothing twice. */
  readonly key: string;
  /**
   * Runs `work`, or returns the run of the earlier request. Runs it again only after a server
   * error.
   */
  run(work: () => Promise<void>, isOurFault: (error: unknown) => boolean): Promise<void>;
  /** Called when the response was written. */
  answered(status: number): void;
  /** Called when the connection closed before the response was written. */
  lost(): void;
}

/** Statuses after which a repeat is expected. */
const unsettled: ReadonlySet<number> = new Set([500, 503, 504]);
const mostKept = 20_000;

interface Entry extends Repeatable {
  readonly beganAt: number;
  isOpen: boolean;
}

export function openRepeats(clock: { monotonic(): number }): Repeats {
  const kept = new Map<string, Entry[]>();
  let count = 0;

  const begin = (name: string): Entry => {
    let running: Promise<void> | null = null;
    const entry: Entry = {
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
      answered(status) {
        entry.isOpen = unsettled.has(status);
        if (!entry.isOpen) drop(name, entry);
      },
      lost: () => void (entry.isOpen = true),
    };
    return entry;
  };
  const drop = (name: string, entry: Entry): void => {
    const left = kept.get(name)?.filter((one) => one !== entry) ?? [];
    count = Math.max(0, count - 1);
    if (left.length === 0) kept.delete(name);
    else kept.set(name, left);
  };
  /** Entries are in the order of their start, so the oldest come first. */
  const tidy = (): void => {
    for (const [name, [oldest]] of kept) {
      if (oldest !== undefined && clock.monotonic() - oldest.beganAt <= repeatMs && count < mostKept) return;
      if (oldest === undefined) kept.delete(name);
      else drop(name, oldest);
    }
  };

  return {
    find(botId, bytes) {
      const entry = kept.get(nameOf(botId, bytes))?.find((one) => one.isOpen && clock.monotonic() - one.beganAt <= repeatMs);
      if (entry === undefined) return null;
      // From now on the entry belongs to this request. A third request is new until this one has
      // failed too.
      entry.isOpen = false;
      return entry;
    },
    begin(botId, bytes) {
      tidy();
      const name = nameOf(botId, bytes);
      const entry = begin(name);
      kept.set(name, [...(kept.get(name) ?? []), entry]);
      count++;
      return entry;
    },
  };
}

/** The event id is part of the body, so equal bytes have the same id. */
function nameOf(botId: number, bytes: Uint8Array): string {
  return `${botId} ${hash("sha256", bytes, "base64")}`;
}
