import type { Schema } from "./table.ts";

/**
 * A schema of the protocol with the meaning of each field. A path that ends with `.*` applies to
 * all fields below it.
 */
export interface FieldTable {
  readonly schema: Schema;
  /** Fields that have their own table. */
  readonly separateTables?: readonly string[];
  /** Differences, if one schema represents several shapes. */
  readonly overrides?: Readonly<
    Record<string, { readonly type?: string; readonly isRequired?: boolean }>
  >;
  /** Fields left out, because they are in the table of the common fields. */
  readonly excluded?: readonly string[];
  readonly meanings: Readonly<Record<string, string>>;
}
/** Casts a schema of the protocol to the type that the tables read. */
export const toSchema = (schema: unknown): Schema => schema as Schema;
