import { createHash } from "node:crypto";
import type { Fields } from "@parlour/protocol/settings/field";
import type { GroupSecrets, SecretValues, Values } from "@parlour/protocol/settings/values";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import type { RowKey } from "./rows.ts";

/** A stored row of a kind of settings. Its values have the names of the API. */
export interface KindRow<F extends Fields, Facts = unknown> {
  readonly id: number;
  readonly managed: boolean;
  readonly createdAt: string;
  readonly values: Values<F>;
  /** By path of the field. */
  readonly secrets: Readonly<Record<string, StoredSecret>>;
  /** What Parlour knows besides the settings, such as the last use of an endpoint. */
  readonly facts: Facts;
}
export interface StoredSecret {
  /** Encrypted with SECRET_KEY, or the hash of a key. */
  readonly stored: Buffer;
  /** The last characters. */
  readonly hint: string;
}
/** Returns the hash of a key, by which its row is found (CORE-125). */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Values of a row, and its secrets in clear. */
export type Given<F extends Fields> = Values<F> & SecretValues<F> & GroupSecrets<F>;

export interface StoreContext {
  readonly now: number;
  /** null: the provisioning file. */
  readonly operatorId: number | null;
  /** Encrypts a secret with SECRET_KEY. */
  readonly seal: (text: string) => Buffer;
}

/** How the rows of a kind are stored. `createTableStore` makes one for a kind with one table. */
export interface KindStore<F extends Fields, Facts = unknown> {
  /** Lists the rows in their order. */
  readonly list: (
    reader: Reader,
    account: number,
    filter?: { readonly id?: number | null },
  ) => Promise<readonly KindRow<F, Facts>[]>;
  /** Inserts a row and returns its id, or null if the account has one with this name. */
  readonly create: (
    tx: Sql,
    account: number,
    given: Given<F> & { readonly managed: boolean },
    context: StoreContext,
  ) => Promise<number | null>;
  /** Updates the given values and secrets. */
  readonly update: (
    tx: Sql,
    key: RowKey,
    given: Partial<Given<F>> & { readonly managed?: boolean },
    context: StoreContext,
  ) => Promise<"done" | "name_taken" | "not_found">;
  /** Returns false if the row does not exist. */
  readonly remove: (
    tx: Sql,
    account: number,
    id: number,
    context: StoreContext,
  ) => Promise<boolean>;
  /** Puts the rows with these ids in this order, if the account chooses it. */
  readonly order?: (tx: Sql, account: number, ids: readonly number[]) => Promise<void>;
}
