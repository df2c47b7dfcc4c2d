import type { DepartmentChange, DepartmentRecord, DepartmentRow } from "../../store/settings/account/department-record.ts";
import type { Tx } from "./tx.ts";

export interface DepartmentStore {
  list(account: number): Promise<readonly DepartmentRecord[]>;
  find(account: number, id: number): Promise<DepartmentRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<DepartmentRecord | null>;
  /** Of these ids those that are active operators of the account. */
  activeOperators(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the name is taken. */
  create(tx: Tx, account: number, row: DepartmentRow): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: DepartmentChange): Promise<"done" | "name_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
}
