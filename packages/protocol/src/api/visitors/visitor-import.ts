import { Type, type Static } from "typebox";
import {
  importLimits,
  importResults,
  importRowErrors,
  importStates,
} from "../../visitor-import.ts";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { Page } from "../common.ts";

/** Imports of visitors from a CSV file (VI-001). */

const count = Type.Integer({ minimum: 0 });
/** `customer`, the name of a contact or `fields.<key>`. null: the column is ignored. */
const Target = Nullable(Type.String({ minLength: 1, maxLength: 60 }));

export const VisitorImport = Type.Object({
  id: Id,
  name: Type.String(),
  state: Type.Enum([...importStates]),
  operator: NamedRef,
  /** null: the import has no plan yet. */
  channel: Nullable(NamedRef),
  /** Rows of the file, and those that the plan or the run has reached. */
  total: count,
  processed: count,
  created_at: Time,
  ended_at: Nullable(Time),
});
export type VisitorImport = Static<typeof VisitorImport>;
export const VisitorImports = Page(VisitorImport);
export type VisitorImports = Static<typeof VisitorImports>;

/** A row that is not imported, and why. */
export const RefusedRow = Type.Object({
  /** Line of the file where the row begins, from 1. */
  line: Type.Integer({ minimum: 1 }),
  code: Type.Enum([...importRowErrors]),
  /** Name of the column, and the value in it. null: the whole row is refused. */
  column: Nullable(Type.String()),
  value: Nullable(Type.String()),
  message: Type.String(),
});
export type RefusedRow = Static<typeof RefusedRow>;

export const VisitorImportDetails = Type.Object({
  ...VisitorImport.properties,
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      /** The first values of the column. */
      examples: Type.Array(Type.String()),
      /** What the column contains: as the plan has it, or as its name suggests. */
      target: Target,
    }),
  ),
  /** Processed rows by result. */
  counts: Type.Object(
    Object.fromEntries(importResults.map((name) => [name, count])) as Record<
      (typeof importResults)[number],
      typeof count
    >,
  ),
  /** The first 100 refused rows. */
  refused_rows: Type.Array(RefusedRow),
});
export type VisitorImportDetails = Static<typeof VisitorImportDetails>;

/** The channel of the visitors, and what each column contains, in the order of the file. */
export const VisitorImportPlan = Type.Object(
  {
    channel_id: Id,
    columns: Type.Array(Target, { minItems: 1, maxItems: importLimits.columns }),
  },
  { additionalProperties: false },
);
export type VisitorImportPlan = Static<typeof VisitorImportPlan>;
