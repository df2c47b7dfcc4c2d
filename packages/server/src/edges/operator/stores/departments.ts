import type { Hours } from "../../../core/ports.ts";
import type { Tx } from "./tx.ts";

export interface DepartmentRecord {
  readonly id: number;
  readonly name: string;
  readonly operators: readonly number[];
  /** null: the account's. */
  readonly hours: Hours | null;
  readonly createdAt: string;
  readonly managed: boolean;
}

export interface DepartmentStore {
  list(account: number): Promise<readonly DepartmentRecord[]>;
  find(account: number, id: number): Promise<DepartmentRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<DepartmentRecord | null>;
  /** Of these ids those that are active operators of the account. */
  activeOperators(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the name is taken. */
  create(
    tx: Tx,
    account: number,
    row: {
      readonly name: string;
      readonly operators: readonly number[];
      readonly hours: Hours | null;
      readonly managed: boolean;
      readonly now: number;
    },
  ): Promise<number | null>;
  update(
    tx: Tx,
    account: number,
    id: number,
    change: {
      readonly name?: string | undefined;
      readonly operators?: readonly number[] | undefined;
      readonly hours?: Hours | null | undefined;
    },
  ): Promise<"done" | "name_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
}
