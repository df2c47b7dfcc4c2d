import type { Hours } from "../ports.ts";

/** A department (CORE-023). */
export interface DepartmentRecord {
  readonly id: number;
  readonly name: string;
  /** Active ones; who is brought back is a member again. */
  readonly operators: readonly number[];
  /** null: the account's. */
  readonly hours: Hours | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** A department to be. */
export interface DepartmentRow {
  readonly name: string;
  readonly operators: readonly number[];
  /** CORE-091; null: the account's. */
  readonly hours: Hours | null;
  readonly managed: boolean;
  readonly now: number;
}
/** What is given changes. */
export interface DepartmentChange {
  readonly name?: string | undefined;
  readonly operators?: readonly number[] | undefined;
  readonly hours?: Hours | null | undefined;
}
