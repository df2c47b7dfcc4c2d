import type { Pools } from "../../store/database/pools.ts";

/**
 * Tracks the current epoch, the identity of all positions. A new epoch invalidates all earlier
 * positions (journal.md 3).
 */
export interface EpochTracker {
  epoch(): string;
  setEpoch(epoch: string): void;
  /**
   * Starts a new epoch after the database was restored to a state before the published positions
   * (F28). Otherwise consumers would continue with positions that now belong to other entries.
   */
  startNewEpoch(): Promise<void>;
  /** Calls the listener when the epoch changes. All known positions become invalid. */
  onReset(listener: () => void): () => void;
}

/** Creates the tracker. `evictAll` clears cached positions before listeners are called. */
export function createEpochTracker(pool: Pools["writer"], evictAll: () => void): EpochTracker {
  const listeners = new Set<() => void>();
  let epoch = "";
  const setEpoch = (next: string): void => {
    const isChanged = epoch !== "" && epoch !== next;
    epoch = next;
    if (!isChanged) return;
    evictAll();
    for (const listener of listeners) listener();
  };
  return {
    epoch: () => epoch,
    setEpoch,
    async startNewEpoch() {
      const { rows } = await pool.query<{ epoch: string }>(
        "update instance set epoch = gen_random_uuid()::text returning epoch",
      );
      setEpoch(`${rows[0]?.epoch ?? ""}.${epoch.slice(epoch.lastIndexOf(".") + 1)}`);
    },
    onReset(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
