import type { OpeningHours } from "../../../core/command.ts";

/** A department (CORE-023). */
export interface DepartmentRecord {
  readonly id: number;
  readonly name: string;
  /** Active members. A reactivated operator is a member again. */
  readonly operators: readonly number[];
  /** null: the account's hours apply. */
  readonly hours: OpeningHours | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** Data of a new department. */
export interface DepartmentRow {
  readonly name: string;
  readonly operators: readonly number[];
  /** Opening hours (CORE-091); null: the account's hours apply. */
  readonly hours: OpeningHours | null;
  readonly managed: boolean;
  readonly now: number;
}
/** Changes of a department; absent fields stay. */
export interface DepartmentChange {
  readonly name?: string | undefined;
  readonly operators?: readonly number[] | undefined;
  readonly hours?: OpeningHours | null | undefined;
}
