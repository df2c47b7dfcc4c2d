import type { OperatorRights, OperatorChange, OperatorRecord, OperatorRow } from "../../../core/record/operator.ts";
import type { Tx } from "./tx.ts";

export interface OperatorStore {
  list(account: number): Promise<readonly OperatorRecord[]>;
  find(account: number, id: number): Promise<OperatorRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<OperatorRecord | null>;
  /** An active operator by his e-mail, in any letter case. */
  findByEmail(
    email: string,
  ): Promise<{ readonly accountId: number; readonly operatorId: number; readonly name: string; readonly email: string } | null>;
  findInvited(account: number, hash: Uint8Array, now: number): Promise<OperatorRecord | null>;
  /** What he may and whether he is active, locked until the transaction ends. */
  lock(tx: Tx, account: number, id: number): Promise<OperatorRights | null>;
  /** Active owners beside this operator. */
  otherOwners(tx: Tx, account: number, id: number): Promise<number>;
  /** Null: the e-mail is taken. */
  create(tx: Tx, account: number, row: OperatorRow): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: OperatorChange): Promise<"done" | "email_taken" | "not_found">;
  /** Keeps an upload of the operator that becomes their photo. False: it is gone, or was sent in a chat. */
  keepPhoto(tx: Tx, account: number, fileId: number, operatorId: number): Promise<boolean>;
  /** Makes these the departments of an operator; those that he joined or left. Null: one of them is none of the account. */
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
