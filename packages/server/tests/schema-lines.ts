import pg from "pg";

/**
 * Returns the schema of a database as sorted lines: columns, constraints, indexes, policies,
 * privileges, triggers and functions. The order of columns is left out, because nothing depends on
 * it.
 */
export async function readSchemaLines(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ line: string }>(schemaQuery)).rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

const tables = "c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'";
const listPrivileges = (of: string): string =>
  `(select string_agg(x::text, ',' order by x::text) from unnest(${of}) x)`;
const schemaQuery = `
  select format('column %s.%s %s not null %s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where ${tables} and c.relkind in ('r', 'v')
  union all select format('table %s %s %s', c.relname, c.relrowsecurity, c.relforcerowsecurity) from pg_class c where ${tables} and c.relkind = 'r'
  union all select format('constraint %s %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${tables} and k.contype <> 'n'
  union all select format('index %s %s', pg_get_indexdef(i.indexrelid), i.indisvalid) from pg_index i join pg_class c on c.oid = i.indrelid where ${tables}
  union all select format('policy %s %s %s %s %s %s', tablename, policyname, roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'
  union all select format('privileges %s %s', c.relname, ${listPrivileges("c.relacl")}) from pg_class c where ${tables} and c.relkind in ('r', 'S')
  union all select format('privileges %s.%s %s', c.relname, a.attname, ${listPrivileges("a.attacl")})
    from pg_class c join pg_attribute a on a.attrelid = c.oid where ${tables} and a.attacl is not null and not a.attisdropped
  union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${tables} and not t.tgisinternal
  union all select format('function %s %s', oid::regprocedure, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1`;
