import type { Pools } from "../store/pools.ts";

/** The epoch in force: the identity of all positions. Another one voids what was known of the old (journal.md 3). */
export interface Numbering {
  epoch(): string;
  /** The database says which epoch is in force. */
  take(epoch: string): void;
  /** The database went back behind what was published here (F28): begins a new epoch, so that nobody goes on with positions that mean something else now. */
  beginNew(): Promise<void>;
  /** Called when the numbering changed: all positions known are void. */
  onReset(listener: () => void): () => void;
}

/** `forget`: drops what this node remembers of positions and states, before anybody hears of the change. */
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
