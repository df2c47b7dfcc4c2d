import type { Tx } from "./tx.ts";

export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  readonly operator: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly managed: boolean;
}

export interface ApiKeyStore {
  list(account: number): Promise<readonly ApiKeyRecord[]>;
  listIn(tx: Tx, account: number): Promise<readonly ApiKeyRecord[]>;
  create(
    tx: Tx,
    account: number,
    row: {
      readonly key: string;
      readonly name: string;
      readonly operatorId: number;
      readonly scopes: readonly string[];
      readonly managed: boolean;
      readonly now: number;
    },
  ): Promise<number | null>;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
}
