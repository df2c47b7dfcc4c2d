import type { Role } from "../entity.ts";

/** An operator as stored; live presence is added by the reader. */
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
  /** Departments he belongs to (CORE-023). */
  readonly departments: readonly number[];
  readonly createdAt: string;
  readonly managed: boolean;
}
/** An operator to be. */
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
/** What is given changes. */
export interface OperatorChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly photo?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly chatLimit?: number | undefined;
  readonly active?: boolean | undefined;
}
/** What an operator may, before he is changed. */
export interface OperatorBefore {
  readonly role: Role;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly managed: boolean;
}
