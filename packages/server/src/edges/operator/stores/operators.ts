import type { Role } from "../../../core/entity.ts";
import type { Tx } from "./tx.ts";

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

export interface OperatorStore {
  list(account: number): Promise<readonly OperatorRecord[]>;
  find(account: number, id: number): Promise<OperatorRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<OperatorRecord | null>;
  /** An active operator by his e-mail, in any letter case. */
  findByEmail(
    email: string,
  ): Promise<{ readonly accountId: number; readonly operatorId: number; readonly name: string; readonly email: string } | null>;
  findInvited(account: number, hash: Uint8Array, now: number): Promise<OperatorRecord | null>;
  /** Role and activity, locked until the transaction ends. */
  lock(tx: Tx, account: number, id: number): Promise<{ readonly role: Role; readonly active: boolean; readonly managed: boolean } | null>;
  /** Active owners beside this operator. */
  otherOwners(tx: Tx, account: number, id: number): Promise<number>;
  /** Null: the e-mail is taken. */
  create(
    tx: Tx,
    account: number,
    row: {
      readonly name: string;
      readonly email: string;
      readonly phone: string | null;
      readonly photo: string | null;
      readonly role: Role;
      readonly chatLimit: number;
      readonly passwordHash: string | null;
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
      readonly email?: string | undefined;
      readonly phone?: string | null | undefined;
      readonly photo?: string | null | undefined;
      readonly role?: Role | undefined;
      readonly chatLimit?: number | undefined;
      readonly active?: boolean | undefined;
    },
  ): Promise<"done" | "email_taken" | "not_found">;
  /** Makes these the departments of an operator; those that he joined or left. Null: one of them is none of the account. */
  setDepartments(
    tx: Tx,
    account: number,
    id: number,
    departments: readonly number[],
  ): Promise<readonly { readonly id: number; readonly managed: boolean }[] | null>;
  armReset(tx: Tx, account: number, id: number, hash: Uint8Array, expiresAt: number): Promise<void>;
  useReset(
    tx: Tx,
    account: number,
    hash: Uint8Array,
    passwordHash: string,
    now: number,
  ): Promise<{ readonly id: number; readonly email: string } | null>;
  endSessions(tx: Tx, account: number, operatorId: number): Promise<void>;
}
