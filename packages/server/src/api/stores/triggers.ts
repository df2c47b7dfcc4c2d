import type { LastVisit, TriggerRecord, TriggerRow } from "../../store/settings/channels/trigger-record.ts";
import type { Tx } from "./tx.ts";

export interface TriggerStore {
  /** In their order. */
  list(account: number): Promise<readonly TriggerRecord[]>;
  find(account: number, id: number): Promise<TriggerRecord | null>;
  listIn(tx: Tx, account: number): Promise<readonly TriggerRecord[]>;
  knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the name is taken. */
  create(tx: Tx, account: number, row: TriggerRow, now: number): Promise<number | null>;
  update(tx: Tx, account: number, id: number, row: TriggerRow, now: number): Promise<"done" | "name_taken" | "not_found">;
  order(tx: Tx, account: number, ids: readonly number[]): Promise<void>;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
  lastVisits(account: number, channels: readonly number[] | null, limit: number): Promise<readonly LastVisit[]>;
}
