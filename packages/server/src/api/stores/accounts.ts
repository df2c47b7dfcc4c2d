import type { AccountChange, AccountOverview, AccountRecord } from "../../store/settings/account/account-record.ts";
import type { Tx } from "./tx.ts";

export interface AccountStore {
  /** Of the whole installation, oldest first. */
  list(): Promise<readonly AccountOverview[]>;
  overviewIn(tx: Tx, account: number): Promise<AccountOverview | null>;
  /** Null: the owner's e-mail is taken; what was begun is to be rolled back. */
  create(
    tx: Tx,
    row: {
      readonly name: string;
      readonly owner: {
        readonly name: string;
        readonly email: string;
        readonly passwordHash: string | null;
        readonly instanceOwner: false;
      };
    },
  ): Promise<{ readonly accountId: number; readonly operatorId: number } | null>;
  suspend(tx: Tx, account: number, suspended: boolean): Promise<boolean>;
  find(account: number): Promise<AccountRecord | null>;
  findIn(tx: Tx, account: number): Promise<AccountRecord | null>;
  update(tx: Tx, account: number, change: AccountChange): Promise<void>;
}
