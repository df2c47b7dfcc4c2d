import type { Role } from "../../../core/entity.ts";

/** A stored operator. The caller adds the current presence. */
export interface OperatorRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly role: Role;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly chatLimit: number;
  /** Ids of the operator's departments (CORE-023). */
  readonly departments: readonly number[];
  readonly createdAt: string;
  readonly managed: boolean;
}
/** Data of a new operator. */
export interface OperatorRow {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly role: Role;
  readonly chatLimit: number;
  readonly passwordHash: string | null;
  readonly managed: boolean;
  readonly now: number;
}
/** Changes of an operator; absent fields stay. */
export interface OperatorChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly photo?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly chatLimit?: number | undefined;
  readonly active?: boolean | undefined;
}
/** Rights of an operator before a change. */
export interface OperatorRights {
  readonly role: Role;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly managed: boolean;
}
