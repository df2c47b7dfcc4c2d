import type { Field, Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import type { Values } from "@parlour/protocol/settings/values";
import { toInteger, toIntegerOrNull, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Sql } from "../database/sql.ts";
import type { Given, KindRow, KindStore, StoreContext } from "./kind-store.ts";
import { deleteRow, insertLastRow, insertRow, isNameTaken, setOrder, updateRow } from "./rows.ts";
import type { Columns } from "./rows.ts";

export interface StoredColumns {
  readonly id: string;
  readonly created_at: Date;
  readonly managed: boolean;
}
type Change<F extends Fields> = Partial<Given<F>> & { readonly managed?: boolean };

/** What a table has besides the columns of the fields. `R`: a stored row. */
interface OtherColumns<F extends Fields, R, Facts> {
  /** Condition in SQL of the rows that exist for callers. */
  readonly listed?: string;
  /** More expressions in SQL that are selected. They replace columns of the same name. */
  readonly selected?: string;
  readonly toFacts?: (row: R & StoredColumns) => Facts;
  /** Returns the values of fields that are elsewhere. */
  readonly toOthers?: (row: R) => Partial<Values<F>>;
  readonly toSecrets?: (row: R) => KindRow<F>["secrets"];
  /** Columns that a new row and a changed row set. */
  readonly changed?: (given: Change<F>, context: StoreContext) => Columns;
  /** Columns that only a new row sets. */
  readonly added?: (tx: Sql, account: number, context: StoreContext) => Promise<Columns>;
}

/** The columns that a table with the time of the last change sets. */
export const setUpdateTime = (_: object, { now }: StoreContext): Columns => ({
  updated_at: new Date(now),
});

/**
 * Returns the store of a kind whose fields are columns of one table. Names of tables and columns
 * come from the declaration, never from a request. A `name` is unique if it is the key. Rows are
 * oldest first, or in the order that the account chose, those of the provisioning file first.
 */
export function createTableStore<
  const K extends ListKind & { readonly table: string },
  R extends object = object,
  Facts = null,
>(
  { table, fields, key: keyField, hasOrder }: K,
  other: OtherColumns<K["fields"], R, Facts> = {},
): KindStore<K["fields"], Facts> {
  const { listed = "true", selected, toFacts, toOthers, toSecrets, changed, added } = other;
  const toAllColumns = (change: Change<K["fields"]>, context: StoreContext): Columns => ({
    ...toColumns(fields, change),
    ...changed?.(change, context),
    managed: change.managed,
  });
  return {
    async list(reader, account, { id = null } = {}) {
      const rows = await reader.rows<StoredColumns & R>(
        account,
        `select ${[`${table}.*`, selected].filter(Boolean).join(", ")} from ${table}
         where account_id = $1 and ($2::bigint is null or id = $2) and ${listed}
         order by ${hasOrder ? "managed desc, place, id" : "id"}`,
        [account, id],
      );
      return rows.map((row) => ({
        id: toInteger(row.id),
        managed: row.managed,
        createdAt: toIsoTime(row.created_at),
        values: toValues(fields, row, toOthers?.(row)),
        secrets: toSecrets?.(row) ?? {},
        facts: (toFacts?.(row) ?? null) as Facts,
      }));
    },
    async create(tx, account, given, context) {
      const columns = { ...toAllColumns(given, context), created_at: new Date(context.now) };
      const all = { ...columns, ...(await added?.(tx, account, context)) };
      return (hasOrder ? insertLastRow : insertRow)(tx, table, account, all);
    },
    async update(tx, key, change, context) {
      const { name } = change as { readonly name?: string };
      if (keyField === "name" && (await isNameTaken(tx, table, key, name))) return "name_taken";
      return (await updateRow(tx, table, key, toAllColumns(change, context)))
        ? "done"
        : "not_found";
    },
    remove: (tx, account, id) => deleteRow(tx, table, account, id),
    order: (tx, account, ids) => setOrder(tx, table, account, ids),
  };
}

const listColumns = (fields: Fields): readonly (readonly [string, Field, string])[] =>
  Object.entries(fields)
    .filter(([, { elsewhere }]) => elsewhere !== true)
    .map(([name, field]) => [name, field, field.column ?? name]);

/** Returns the values of a row: its columns, and others, which are elsewhere. */
export const toValues = <F extends Fields>(
  fields: F,
  row: object,
  others: Partial<Values<F>> = {},
): Values<F> => {
  const columns = listColumns(fields).map(([name, field, column]) => [
    name,
    toValue(field, (row as Columns)[column]),
  ]);
  const values: Columns = { ...Object.fromEntries(columns), ...others };
  // In the order of the declaration, as answers show them.
  const names = Object.keys(fields).filter((name) => Object.hasOwn(values, name));
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Values<F>;
};
function toValue(field: Field, value: unknown): unknown {
  const { type } = field;
  if (type === "references") return (value as readonly string[] | null)?.map(toInteger) ?? null;
  if (type === "reference" && field.to !== "bot_provider")
    return toIntegerOrNull(value as string | null);
  return type === "time" ? toIsoTimeOrNull(value as Date | null) : value;
}

/** Returns the columns of given values. Others are undefined. */
export const toColumns = (fields: Fields, given: object): Columns =>
  Object.fromEntries(
    listColumns(fields).map(([name, { type }, column]) => {
      const value = (given as Columns)[name];
      const isJson = type === "custom" && value !== undefined && value !== null;
      return [column, isJson ? JSON.stringify(value) : value];
    }),
  );
