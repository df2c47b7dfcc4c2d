import type { ProviderRecord, ProviderRow, ProviderState } from "../../store/settings/integrations/bot-record.ts";
import type { Tx } from "./tx.ts";

/** `account` null: the whole installation. */
export interface ProviderStore {
  list(account: number | null): Promise<readonly ProviderRecord[]>;
  find(account: number | null, id: string): Promise<ProviderRecord | null>;
  findIn(tx: Tx, account: number | null, id: string): Promise<ProviderRecord | null>;
  accountExists(tx: Tx, account: number): Promise<boolean>;
  /** False: the id was issued before. */
  create(tx: Tx, row: ProviderRow): Promise<boolean>;
  update(
    tx: Tx,
    id: string,
    change: {
      readonly name?: string | undefined;
      readonly contact?: string | null | undefined;
      readonly endpointUrl?: string | null | undefined;
      readonly state?: ProviderState | undefined;
    },
  ): Promise<boolean>;
  remove(tx: Tx, id: string, now: number): Promise<boolean>;
  /** The smallest account that a change touches: its head is taken first. */
  firstAccountOf(id: string, account: number): Promise<number>;
  /** Locks the heads of the accounts with connections and of `also`, without `account`, in rising order. */
  lockAccountsOf(tx: Tx, id: string, account: number, also: number): Promise<readonly number[]>;
}
