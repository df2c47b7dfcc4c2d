/** A column of a copied table. */
export interface CopyColumn {
  readonly name: string;
  readonly type: "text" | "timestamptz" | "bigint" | "double precision" | "boolean" | "jsonb";
}
/** A table with the latest state of each object of a kind, with its `id` as key. */
export interface CopyTable {
  readonly name: string;
  readonly columns: readonly CopyColumn[];
}

/** Where the copy of the events of an account is written. */
export interface EventCopy {
  readonly schema: string;
  /** Tables of the latest states. */
  readonly tables: readonly CopyTable[];
}
export const toTableName = ({ schema }: EventCopy, name: string): string =>
  `${quoteName(schema)}.${quoteName(name)}`;

/** Returns statements that create what is missing in the schema. Nothing is removed or changed. */
export function buildTableStatements(copy: EventCopy): readonly string[] {
  const { schema, tables } = copy;
  const inSchema = (name: string): string => toTableName(copy, name);
  return [
    `create schema if not exists ${quoteName(schema)}`,
    `create table if not exists ${inSchema("cursor")} (only_row boolean primary key default true check (only_row), cursor text not null, written_at timestamptz not null)`,
    `create table if not exists ${inSchema("event")} (epoch text, position bigint, at timestamptz not null, name text not null, chat_id bigint, data jsonb not null, primary key (epoch, position))`,
    `create index if not exists event_chat on ${inSchema("event")} (chat_id)`,
    ...tables.flatMap(({ name, columns }) => [
      `create table if not exists ${inSchema(name)} (id bigint primary key, "position" bigint not null)`,
      ...columns
        .filter((column) => column.name !== "id")
        .map(
          (column) =>
            `alter table ${inSchema(name)} add column if not exists ${quoteName(column.name)} ${column.type}`,
        ),
      ...columns
        .filter((column) => column.name === "chat_id")
        .map(
          () =>
            `create index if not exists ${quoteName(`${name}_chat`)} on ${inSchema(name)} (chat_id)`,
        ),
      ...columns
        .filter((column) => column.name === "visitor")
        .map(
          () =>
            `create index if not exists ${quoteName(`${name}_visitor`)} on ${inSchema(name)} ((visitor ->> 'number'))`,
        ),
    ]),
  ];
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
