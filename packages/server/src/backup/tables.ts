import type pg from "pg";

/** A table without generated columns. Names are quoted where SQL requires it. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Returns all tables of the schema, each after those to which it refers. The records of applied
 * migrations and functions are left out, because they belong to the database and not to its data.
 */
export async function readTables(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<BackupTable & { parents: string[] }>(
    `select quote_ident(c.relname) as name,
       array(select quote_ident(a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct quote_ident(p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_migration%' and c.relname <> 'schema_function'
     order by c.relname`,
  );
  const ordered: BackupTable[] = [];
  const placed = new Set<string>();
  while (ordered.length < rows.length) {
    const ready = rows.filter(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent)),
    );
    if (ready.length === 0) throw new Error("tables refer to each other in a circle");
    for (const { name, columns } of ready) {
      placed.add(name);
      ordered.push({ name, columns });
    }
  }
  return ordered;
}

export interface BackupSequence {
  readonly name: string;
  readonly value: number;
  readonly called: boolean;
}
export async function readSequences(client: pg.ClientBase): Promise<readonly BackupSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: BackupSequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<Omit<BackupSequence, "name">>(
      `select last_value::float8 as value, is_called as called from ${name}`,
    );
    sequences.push({ name, ...(state.rows[0] ?? { value: 1, called: false }) });
  }
  return sequences;
}
