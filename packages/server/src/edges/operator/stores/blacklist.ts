import type { BlacklistKind } from "../../../core/ports.ts";
import type { BlacklistFilter, BlacklistRecord, NewBlacklistRow } from "../../../core/record/blacklist.ts";
import type { Tx } from "./tx.ts";

export interface BlacklistStore {
  list(account: number, filter: BlacklistFilter): Promise<readonly BlacklistRecord[]>;
  find(account: number, id: number): Promise<BlacklistRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<BlacklistRecord | null>;
  /** Entries in force that name this; oldest first. */
  same(
    tx: Tx,
    account: number,
    what: { readonly kind: BlacklistKind; readonly value: string },
    now: number,
  ): Promise<readonly { readonly id: number; readonly chatId: number | null; readonly managed: boolean }[]>;
  /** Ends those whose time has passed; gives how many are left. */
  settle(tx: Tx, account: number, now: number): Promise<number>;
  add(tx: Tx, account: number, row: NewBlacklistRow): Promise<number>;
  change(
    tx: Tx,
    account: number,
    id: number,
    change: {
      readonly until?: number | null | undefined;
      readonly reason?: string | null | undefined;
      readonly inForce?: boolean;
      readonly chatId?: number;
    },
  ): Promise<boolean>;
  lift(tx: Tx, account: number, id: number, by: number | null, now: number): Promise<boolean>;
}
