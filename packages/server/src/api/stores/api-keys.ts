import type { ApiKeyRecord, ApiKeyRow } from "../../store/settings/account/api-key-record.ts";
import type { Tx } from "./tx.ts";

export interface ApiKeyStore {
  list(account: number): Promise<readonly ApiKeyRecord[]>;
  listIn(tx: Tx, account: number): Promise<readonly ApiKeyRecord[]>;
  create(tx: Tx, account: number, row: ApiKeyRow): Promise<number | null>;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
}
