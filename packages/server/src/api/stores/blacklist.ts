import type { BlockListKind } from "../../core/command.ts";
import type { BlockListFilter, BlockListRecord, NewBlockListRow } from "../../store/settings/content/block-list-record.ts";
import type { Tx } from "./tx.ts";

export interface BlacklistStore {
  list(account: number, filter: BlockListFilter): Promise<readonly BlockListRecord[]>;
  find(account: number, id: number): Promise<BlockListRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<BlockListRecord | null>;
  /** Entries in force that name this; oldest first. */
  same(
    tx: Tx,
    account: number,
    what: { readonly kind: BlockListKind; readonly value: string },
    now: number,
  ): Promise<readonly { readonly id: number; readonly chatId: number | null; readonly managed: boolean }[]>;
  /** Ends those whose time has passed; gives how many are left. */
  settle(tx: Tx, account: number, now: number): Promise<number>;
  add(tx: Tx, account: number, row: NewBlockListRow): Promise<number>;
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
