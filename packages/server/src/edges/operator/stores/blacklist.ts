import type { PersonRef } from "../../../core/entity.ts";
import type { BlacklistKind } from "../../../core/ports.ts";
import type { Tx } from "./tx.ts";

export interface BlacklistRecord {
  readonly id: number;
  readonly kind: BlacklistKind;
  /** In the form that is compared. */
  readonly value: string;
  /** As it was given. */
  readonly shown: string;
  readonly until: string | null;
  readonly reason: string | null;
  readonly chatId: number | null;
  readonly by: PersonRef | null;
  readonly createdAt: string;
  readonly liftedAt: string | null;
  readonly liftedBy: PersonRef | null;
  readonly managed: boolean;
}

export interface BlacklistStore {
  list(
    account: number,
    filter: {
      readonly state?: "in_force" | "over" | "lifted";
      readonly kind?: BlacklistKind;
      readonly q?: string;
      readonly before?: number;
      readonly limit: number;
      readonly now: number;
    },
  ): Promise<readonly BlacklistRecord[]>;
  find(account: number, id: number): Promise<BlacklistRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<BlacklistRecord | null>;
  /** Entries in force that name this; oldest first. */
  same(
    tx: Tx,
    account: number,
    what: { readonly kind: BlacklistKind; readonly value: string },
    now: number,
  ): Promise<readonly { readonly id: number; readonly chatId: number | null; readonly managed: boolean }[]>;
  /** Ends those whose time has passed; gives how many are left. */
  settle(tx: Tx, account: number, now: number): Promise<number>;
  add(
    tx: Tx,
    account: number,
    row: {
      readonly kind: BlacklistKind;
      readonly value: string;
      readonly shown: string;
      readonly until: number | null;
      readonly reason: string | null;
      readonly chatId: number | null;
      readonly by: number | null;
      readonly managed: boolean;
      readonly now: number;
    },
  ): Promise<number>;
  change(
    tx: Tx,
    account: number,
    id: number,
    change: {
      readonly until?: number | null | undefined;
      readonly reason?: string | null | undefined;
      readonly inForce?: boolean;
      readonly chatId?: number;
    },
  ): Promise<boolean>;
  lift(tx: Tx, account: number, id: number, by: number | null, now: number): Promise<boolean>;
}
