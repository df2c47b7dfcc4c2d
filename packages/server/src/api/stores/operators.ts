import type { OperatorRights, OperatorChange, OperatorRecord, OperatorRow } from "../../store/settings/account/operator-record.ts";
import type { Tx } from "./tx.ts";

export interface OperatorStore {
  list(account: number): Promise<readonly OperatorRecord[]>;
  find(account: number, id: number): Promise<OperatorRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<OperatorRecord | null>;
  /** Finds an active operator by email address, in any letter case. */
  findByEmail(
    email: string,
  ): Promise<{ readonly accountId: number; readonly operatorId: number; readonly name: string; readonly email: string } | null>;
  findInvited(account: number, hash: Uint8Array, now: number): Promise<OperatorRecord | null>;
  /** Returns role and state of the operator, locked until the transaction ends. */
  lock(tx: Tx, account: number, id: number): Promise<OperatorRights | null>;
  /** Active owners beside this operator. */
  otherOwners(tx: Tx, account: number, id: number): Promise<number>;
  /** Null: the e-mail is taken. */
  create(tx: Tx, account: number, row: OperatorRow): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: OperatorChange): Promise<"done" | "email_taken" | "not_found">;
  /** Keeps an upload of the operator that becomes their photo. False: it is gone, or was sent in a chat. */
  keepPhoto(tx: Tx, account: number, fileId: number, operatorId: number): Promise<boolean>;
  /** Makes these the departments of an operator; returns those that changed. Null: one of them is none of the account. */
  setDepartments(
    tx: Tx,
    account: number,
    id: number,
    departments: readonly number[],
  ): Promise<readonly { readonly id: number; readonly managed: boolean }[] | null>;
  armPasswordLink(tx: Tx, account: number, id: number, kind: "invite" | "reset", hash: Uint8Array, expiresAt: number): Promise<void>;
  usePasswordLink(
    tx: Tx,
    account: number,
    hash: Uint8Array,
    passwordHash: string,
    now: number,
  ): Promise<{ readonly id: number; readonly email: string } | null>;
  endSessions(tx: Tx, account: number, operatorId: number): Promise<void>;
}
