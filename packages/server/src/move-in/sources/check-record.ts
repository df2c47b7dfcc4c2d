import { Compile, type Validator } from "typebox/compile";
import { MoveRecord, type MoveKind } from "@parlour/protocol/move-in/record";

const validators: ReadonlyMap<string, Validator> = new Map(
  MoveRecord.anyOf.map((schema) => [schema.properties.kind.const, Compile(schema)]),
);

export type CheckedRecord =
  | { readonly record: MoveRecord }
  | { readonly kind: MoveKind | null; readonly id: string | null; readonly fault: string };

/** Checks that a value of a file is a record. A fault names the first field that is wrong. */
export function checkRecord(value: unknown): CheckedRecord {
  const given = typeof value === "object" && value !== null ? (value as Partial<MoveRecord>) : {};
  const validator = validators.get(String(given.kind));
  if (validator === undefined)
    return { kind: null, id: null, fault: "kind: is none of the kinds of records" };
  if (validator.Check(value)) return { record: value as MoveRecord };
  const [error] = validator.Errors(value);
  const field = (error?.instancePath ?? "").slice(1).replaceAll("/", ".");
  return {
    kind: given.kind ?? null,
    id: typeof given.id === "string" ? given.id : null,
    fault: `${field === "" ? "record" : field}: ${error?.message ?? "is wrong"}`,
  };
}
