import type { FileHelpers, FileReference, RowIds, RowNames } from "../resource.ts";

/** How the file contains a custom value. A conversion that is absent keeps the value. */
export interface CustomFileValue {
  /** Returns the value as rows have it. Reports what is wrong with it. */
  readonly read?: (value: never, at: readonly (string | number)[], helpers: FileHelpers) => unknown;
  readonly write?: (value: never) => unknown;
  /** Returns the value of a row with names instead of ids. */
  readonly toNamed?: (value: never, names: RowNames) => unknown;
  /** Returns the value of an entry with ids instead of names. */
  readonly toIds?: (value: never, ids: RowIds) => unknown;
  /** Returns the rows that the value of an entry names. Their paths begin in the value. */
  readonly references?: (value: never) => readonly FileReference[];
  /** Returns the value as the plan compares and prints it. */
  readonly toCompared?: (value: never) => unknown;
}
/** How the file contains an entry whose keys are not the fields. */
export interface EntryForm {
  /** Returns the entry with the fields as keys. Reports what is wrong with it: then null. */
  readonly read: (
    entry: never,
    at: readonly (string | number)[],
    helpers: FileHelpers,
  ) => object | null;
  readonly write: (entry: never) => object;
}
