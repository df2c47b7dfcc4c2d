import type { OidcRecord, PolicyRecord } from "../../store/settings/installation/sign-in-record.ts";
import type { Tx } from "./tx.ts";

export interface PolicyStore {
  read(account: number): Promise<PolicyRecord>;
  readIn(tx: Tx, account: number): Promise<PolicyRecord>;
  set(tx: Tx, account: number, from: number | null): Promise<void>;
}

export interface OidcStore {
  list(): Promise<readonly OidcRecord[]>;
  /** The same, locked until the transaction ends. */
  lock(tx: Tx): Promise<readonly OidcRecord[]>;
  set(tx: Tx, providers: readonly OidcRecord[]): Promise<void>;
  seal(text: string): Buffer;
}
