import pg from "pg";
import {
  ownName,
  roleKinds,
  sharedRoles,
  type RoleNames,
} from "../src/store/database/roles/names.ts";

/**
 * Returns the schema of a database as sorted lines: columns, constraints, indexes, policies,
 * privileges, triggers and functions. The order of columns is left out, because nothing depends on
 * it. The roles of the installation have the names of SQL files. Those of other installations keep
 * theirs, and shared ones are marked, because they must have no rights.
 */
export async function readSchemaLines(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const names = await client.query<RoleNames>(
      `select ${roleKinds.map((kind) => `${ownName(kind)} as ${kind}`).join(", ")}`,
    );
    const { rows } = await client.query<{ line: string }>(schemaQuery);
    return rows.map(({ line }) => nameAsInFiles(line, names.rows[0] ?? sharedRoles)).toSorted();
  } finally {
    await client.end();
  }
}

const nameAsInFiles = (line: string, names: RoleNames): string =>
  roleKinds.reduce(
    (text, kind) =>
      text
        .replaceAll(sharedRoles[kind], `shared ${kind}`)
        .replaceAll(names[kind], sharedRoles[kind]),
    line,
  );

const tables = "c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'";
/** SQL for a text in which the user of the connection, who owns the schema, is `owner`. */
const withoutUser = (text: string): string =>
  `regexp_replace(${text}, '\\m' || current_user || '\\M', 'owner', 'g')`;
const listPrivileges = (of: string): string =>
  `(select string_agg(x, ',' order by x) from (select ${withoutUser("a::text")} as x from unnest(${of}) a) x)`;
const schemaQuery = `
  select format('column %s.%s %s not null %s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where ${tables} and c.relkind in ('r', 'v')
  union all select format('table %s %s %s', c.relname, c.relrowsecurity, c.relforcerowsecurity) from pg_class c where ${tables} and c.relkind = 'r'
  union all select format('constraint %s %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${tables} and k.contype <> 'n'
  union all select format('index %s %s', pg_get_indexdef(i.indexrelid), i.indisvalid) from pg_index i join pg_class c on c.oid = i.indrelid where ${tables}
  union all select format('policy %s %s %s %s %s %s', tablename, policyname, ${withoutUser("roles::text")}, cmd, qual, with_check) from pg_policies where schemaname = 'public'
  union all select format('privileges %s %s', c.relname, ${listPrivileges("c.relacl")}) from pg_class c where ${tables} and c.relkind in ('r', 'S')
  union all select format('privileges %s.%s %s', c.relname, a.attname, ${listPrivileges("a.attacl")})
    from pg_class c join pg_attribute a on a.attrelid = c.oid where ${tables} and a.attacl is not null and not a.attisdropped
  union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${tables} and not t.tgisinternal
  union all select format('function %s %s %s %s', oid::regprocedure, ${withoutUser("pg_get_userbyid(proowner)::text")}, ${listPrivileges("proacl")}, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1`;
