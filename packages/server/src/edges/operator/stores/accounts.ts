import type { Tx } from "./tx.ts";

export interface AccountRecord {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
}

export interface AccountStore {
  find(account: number): Promise<AccountRecord | null>;
  findIn(tx: Tx, account: number): Promise<AccountRecord | null>;
  update(
    tx: Tx,
    account: number,
    change: { readonly name?: string | undefined; readonly locale?: string | undefined; readonly accent?: string | undefined },
  ): Promise<void>;
}
