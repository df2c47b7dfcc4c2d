import { eventData } from "@parlour/protocol/socket";
import type { CopyColumn, CopyTable } from "../../store/event-copy/copy-tables.ts";

/** The parts of a schema that decide about a column. */
interface SchemaPart {
  readonly type?: string;
  readonly const?: unknown;
  readonly pattern?: string;
  readonly anyOf?: readonly SchemaPart[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
}

/**
 * Returns a table for each kind of object that events contain completely and that has an id: chat,
 * message, visitor, call, offline_message and delivery. New fields of the schemas become columns.
 */
export function listCopyTables(): readonly CopyTable[] {
  const tables = new Map<string, readonly CopyColumn[]>();
  for (const [name, schema] of Object.entries(eventData as Readonly<Record<string, SchemaPart>>))
    for (const [kind, part] of Object.entries(schema.properties ?? {}))
      if (name.startsWith(kind) && part.properties?.["id"] !== undefined)
        tables.set(kind, listColumns(part.properties));
  return Array.from(tables, ([name, columns]) => ({ name, columns }));
}

const listColumns = (properties: Readonly<Record<string, SchemaPart>>): readonly CopyColumn[] =>
  Object.entries(properties).map(([name, part]) => ({ name, type: findColumnType(part) }));

/** Returns the type of PostgreSQL for a field. Objects, lists and mixed values become `jsonb`. */
function findColumnType(part: SchemaPart): CopyColumn["type"] {
  if (part.anyOf !== undefined) {
    const types = new Set(part.anyOf.filter((one) => one.type !== "null").map(findColumnType));
    const [type = "jsonb"] = types;
    return types.size === 1 ? type : "jsonb";
  }
  switch (part.type ?? typeof part.const) {
    case "string":
      return part.pattern?.includes("T\\d{2}") === true ? "timestamptz" : "text";
    case "integer":
      return "bigint";
    case "number":
      return "double precision";
    case "boolean":
      return "boolean";
    default:
      return "jsonb";
  }
}
