import type { Events } from "@parlour/protocol/api";
import type { Sql } from "../database/sql.ts";
import {
  buildTableStatements,
  quoteName,
  toTableName,
  type CopyTable,
  type EventCopy,
} from "./copy-tables.ts";
import { eraseVisitor } from "./erase-visitor.ts";

type CopiedEvent = Events["events"][number];

/** Creates the schema, tables and columns that are missing. */
export async function prepareEventCopy(tx: Sql, copy: EventCopy): Promise<void> {
  for (const statement of buildTableStatements(copy)) await tx.query(statement);
}

/** Returns the cursor after the last copied event, or null. Locks it until the transaction ends. */
export async function findCopiedCursor(tx: Sql, copy: EventCopy): Promise<string | null> {
  const [row] = await tx.query<{ cursor: string }>(
    `select cursor from ${toTableName(copy, "cursor")} for update`,
  );
  return row?.cursor ?? null;
}

/**
 * Writes each event as a row, the latest state of each object, and the cursor. `after`: the cursor
 * that must be stored. Returns false if it is another one: then another process writes too.
 */
export async function copyEvents(
  tx: Sql,
  copy: EventCopy,
  page: Events,
  { after, now }: { readonly after: string | null; readonly now: number },
): Promise<boolean> {
  if ((await findCopiedCursor(tx, copy)) !== after) return false;
  await tx.query(
    `insert into ${toTableName(copy, "event")} (epoch, position, at, name, chat_id, data)
     select $1, (e ->> 'position')::bigint, (e ->> 'at')::timestamptz, e ->> 'name', (e ->> 'chat_id')::bigint, e -> 'data'
     from jsonb_array_elements($2::jsonb) e`,
    [page.epoch, JSON.stringify(page.events)],
  );
  for (const table of copy.tables) await copyStates(tx, copy, table, page.events);
  for (const { name, data, position } of page.events) {
    const change = data as { readonly kind?: string; readonly id?: number };
    if (name === "settings_changed" && change.kind === "visitor" && change.id !== undefined)
      await eraseVisitor(tx, copy, change.id, position);
  }
  await tx.query(
    `insert into ${toTableName(copy, "cursor")} (cursor, written_at) values ($1, to_timestamp($2::float8 / 1000))
     on conflict (only_row) do update set cursor = excluded.cursor, written_at = excluded.written_at`,
    [page.cursor, now],
  );
  return true;
}

async function copyStates(
  tx: Sql,
  copy: EventCopy,
  { name, columns }: CopyTable,
  events: readonly CopiedEvent[],
): Promise<void> {
  const latest = new Map<unknown, object>();
  for (const { data, position } of events) {
    const state = (data as Readonly<Record<string, { readonly id?: unknown } | undefined>>)[name];
    if (state?.id !== undefined) latest.set(state.id, { ...state, position });
  }
  if (latest.size === 0) return;
  const names = ["position", ...columns.map((column) => column.name)].map(quoteName);
  const changes = names
    .filter((column) => column !== '"id"')
    .map((column) => `${column} = excluded.${column}`);
  await tx.query(
    `insert into ${toTableName(copy, name)} as present (${names.join(", ")})
     select ${names.join(", ")} from jsonb_populate_recordset(null::${toTableName(copy, name)}, $1::jsonb)
     on conflict (id) do update set ${changes.join(", ")}
     where present."position" < excluded."position"`,
    [JSON.stringify([...latest.values()])],
  );
}

/** Removes all rows, so that the copy can begin anew. */
export async function clearEventCopy(tx: Sql, copy: EventCopy): Promise<void> {
  const names = ["cursor", "event", ...copy.tables.map(({ name }) => name)];
  await tx.query(`truncate ${names.map((name) => toTableName(copy, name)).join(", ")}`);
}
