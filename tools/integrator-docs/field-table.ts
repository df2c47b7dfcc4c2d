import type { Schema } from "./table.ts";

/** A shape of the protocol with the meaning of each field. A path that ends with `.*` speaks for all fields below it. */
export interface FieldTable {
  readonly schema: Schema;
  /** Fields that have a table of their own. */
  readonly closed?: readonly string[];
  /** Where one shape stands for several: what differs between them. */
  readonly other?: Readonly<Record<string, { readonly type?: string; readonly isRequired?: boolean }>>;
  /** Left out: they stand in the table of what is common. */
  readonly without?: readonly string[];
  readonly meanings: Readonly<Record<string, string>>;
}
/** A schema of the protocol as the tables read it. */
export const shape = (schema: unknown): Schema => schema as Schema;
