import type { Pools } from "../store/pools.ts";

/**
 * Tracks the current epoch, the identity of all positions. A new epoch invalidates all earlier
 * positions (journal.md 3).
 */
export interface Numbering {
  epoch(): string;
  /** Sets the epoch that the database reported. */
  take(epoch: string): void;
  /**
   * Starts a new epoch after the database was restored to a state before the published positions
   * (F28). Otherwise consumers would continue with positions that now mean other entries.
   */
  beginNew(): Promise<void>;
  /** Calls the listener when the epoch changes. All known positions become invalid. */
  onReset(listener: () => void): () => void;
}

/** `evictAll` evicts cached positions and states before the listeners are called. */
export function openNumbering(pool: Pools["writer"], forget: () => void): Numbering {
  const listeners = new Set<() => void>();
  let epoch = "";
  const take = (to: string): void => {
    const isOther = epoch !== "" && epoch !== to;
    epoch = to;
    if (!isOther) return;
    forget();
    for (const listener of listeners) listener();
  };
  return {
    epoch: () => epoch,
    take,
    async beginNew() {
      const { rows } = await pool.query<{ epoch: string }>("update instance set epoch = gen_random_uuid()::text returning epoch");
      take(`${rows[0]?.epoch ?? ""}.${epoch.slice(epoch.lastIndexOf(".") + 1)}`);
    },
    onReset(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
