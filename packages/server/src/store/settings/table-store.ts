import type { Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import type { Values } from "@parlour/protocol/settings/values";
import { toInteger, toIsoTime } from "../database/parameters.ts";
import type { KindStore } from "./kind-store.ts";
import { deleteRow, insertRow, isNameTaken, updateRow } from "./rows.ts";

/**
 * Returns the store of a kind whose fields are columns of one table with a unique `name`. Names of
 * tables and columns come from the declaration, never from a request. Rows are oldest first.
 * `listed`: condition in SQL of the rows that exist for callers.
 */
export function createTableStore<const K extends ListKind & { readonly table: string }>(
  { table, fields }: K,
  listed = "true",
): KindStore<K["fields"]> {
  const selected = ["id", "created_at", "managed", ...listColumns(fields)].join(", ");
  return {
    async list(reader, account, { id = null } = {}) {
      const rows = await reader.rows<StoredColumns>(
        account,
        `select ${selected} from ${table} where account_id = $1 and ($2::bigint is null or id = $2) and ${listed} order by id`,
        [account, id],
      );
      return rows.map((row) => ({
        id: toInteger(row.id),
        managed: row.managed,
        createdAt: toIsoTime(row.created_at),
        values: pickValues(fields, row) as Values<K["fields"]>,
        secrets: {},
        facts: null,
      }));
    },
    create: (tx, account, { managed, ...given }, { now }) =>
      insertRow(tx, table, account, {
        ...pickValues(fields, given),
        managed,
        created_at: new Date(now),
      }),
    async update(tx, key, { managed, ...given }) {
      const { name } = given as { readonly name?: string };
      if (await isNameTaken(tx, table, key, name)) return "name_taken";
      const columns = { ...pickValues(fields, given), managed };
      return (await updateRow(tx, table, key, columns)) ? "done" : "not_found";
    },
    remove: (tx, account, id) => deleteRow(tx, table, account, id),
  };
}
interface StoredColumns {
  readonly id: string;
  readonly created_at: Date;
  readonly managed: boolean;
}

/** Columns of the table have the names of their fields. */
const listColumns = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.elsewhere !== true);

/** Returns the values that are columns of the table, of a row or of given values. */
export function pickValues(fields: Fields, values: object): Readonly<Record<string, unknown>> {
  const given = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(listColumns(fields).map((name) => [name, given[name]]));
}
