import { createEmptyDatabase, createTestDatabase } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { ownName, roleKinds } from "../src/store/database/roles/names.ts";
import { listMigrationNames, migrateDatabase } from "../src/store/migrate.ts";
import type { MigrationStep } from "../src/store/migration-steps.ts";
import { readSqlFunctions, toFunction, type SqlFunction } from "../src/store/sql-functions.ts";

/**
 * Tests the functions of the database, which are files that are applied after the migrations
 * (CORE-252).
 */

const steps: readonly MigrationStep[] = [
  {
    name: "0001_table",
    kind: "plain",
    sql: "create table item (id int primary key, size int not null);",
  },
];
const addOne = toFunction(
  "add_one",
  "create or replace function add_one(n int) returns int language sql as $$ select n + 1 $$;",
);
/** A function that calls a later one and has a trigger. */
const countItems = toFunction(
  "count_items",
  `create or replace function count_items() returns trigger language plpgsql as $$
   begin new.size := double(add_one(new.size)); return new; end $$;
   create or replace trigger count_items before insert on item for each row execute function count_items();`,
);
const double = toFunction(
  "double",
  "create or replace function double(n int) returns int language sql as $$ select 2 * n $$;",
);
const functions = [addOne, countItems, double];

async function openFixture(creating = createEmptyDatabase()) {
  const database = await creating;
  const { url } = database;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const rows = async <R extends pg.QueryResultRow>(sql: string): Promise<readonly R[]> =>
    (await client.query<R>(sql)).rows;
  return {
    url,
    rows,
    /** Migrates with these functions. Returns the names of those that changed. */
    apply: async (files: readonly SqlFunction[], allSteps = steps): Promise<readonly string[]> => {
      const changed: string[] = [];
      await migrateDatabase(url, {
        steps: allSteps,
        functions: files,
        onFunctions: (names) => void changed.push(...names),
      });
      return changed;
    },
    readSignatures: async () =>
      (
        await rows<{ signature: string }>(
          "select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace order by 1",
        )
      ).map(({ signature }) => signature),
  };
}

it("[CORE-252] functions are applied after the steps, each file again only if it changed, and a removed file drops its function", async () => {
  const { apply, rows, readSignatures } = await openFixture();
  expect(await apply(functions)).toEqual(["add_one", "count_items", "double"]);
  expect(await rows("insert into item values (1, 4) returning size")).toEqual([{ size: 10 }]);
  expect(await apply(functions)).toEqual([]);
  const ids = await rows<{ oid: number }>("select oid from pg_proc where proname = 'add_one'");
  expect(
    await apply([toFunction("add_one", addOne.sql.replace("n + 1", "n + 2")), countItems, double]),
  ).toEqual(["add_one"]);
  expect(await rows("select oid from pg_proc where proname = 'add_one'")).toEqual(ids);
  expect(await rows("insert into item values (2, 4) returning size")).toEqual([{ size: 12 }]);
  const step: MigrationStep = {
    name: "0002_no_trigger",
    kind: "plain",
    sql: "drop trigger count_items on item;",
  };
  expect(await apply([addOne], [...steps, step])).toEqual(["count_items", "double", "add_one"]);
  expect(await readSignatures()).toEqual(["add_one(integer)"]);
  expect(await rows("select name, signature from schema_function")).toEqual([
    { name: "add_one", signature: "add_one(integer)" },
  ]);
});

it("[CORE-252] a function with other parameters, parameter names or another result replaces the earlier one", async () => {
  const { apply, rows, readSignatures } = await openFixture();
  const write = (sql: string) => [
    toFunction("measure", `create or replace function measure(${sql};`),
  ];
  await apply(write("n int) returns int language sql as $$ select n $$"));
  await apply(write("n bigint, by int) returns int language sql as $$ select n::int $$"));
  expect(await readSignatures()).toEqual(["measure(bigint,integer)"]);
  await apply(write("n bigint, by int) returns text language sql as $$ select n::text $$"));
  expect(await rows("select measure(2, 3) as result")).toEqual([{ result: "2" }]);
  await apply(
    write("length bigint, width int) returns text language sql as $$ select width::text $$"),
  );
  expect(await rows("select measure(2, width => 3) as result")).toEqual([{ result: "3" }]);
  expect(await readSignatures()).toEqual(["measure(bigint,integer)"]);
});

it("[CORE-252] a faulty file changes nothing, not even for the files before it", async () => {
  const { apply, rows } = await openFixture();
  await apply(functions);
  const changed = toFunction("add_one", addOne.sql.replace("n + 1", "n + 2"));
  await expect(
    apply([changed, countItems, toFunction("double", "create function twice() returns")]),
  ).rejects.toThrow("syntax error");
  await expect(apply([changed, countItems, toFunction("double_all", double.sql)])).rejects.toThrow(
    'must create one function "double_all"',
  );
  expect(await rows("insert into item values (1, 4) returning size")).toEqual([{ size: 10 }]);
  expect(await apply(functions)).toEqual([]);
});

it("[CORE-252] [F25] processes that start together apply the functions once; a process that runs steps up to an earlier one applies none", async () => {
  const { url, rows } = await openFixture();
  const counts: number[] = [];
  const onFunctions = (names: readonly string[]) => void counts.push(names.length);
  const later: MigrationStep = {
    name: "0002_later",
    kind: "plain",
    sql: "alter table item add column later int;",
  };
  const allSteps = [...steps, later];
  await migrateDatabase(url, { steps: allSteps, functions, onFunctions, upTo: "0001_table" });
  expect(counts).toEqual([]);
  await Promise.all(
    [1, 2, 3].map(() => migrateDatabase(url, { steps: allSteps, functions, onFunctions })),
  );
  expect(counts).toEqual([functions.length]);
  expect(await rows("select name from schema_function order by name")).toEqual(
    functions.map(({ name }) => ({ name })),
  );
});

it("[CORE-252] trailing steps follow the functions, which a start applies without them", async () => {
  const { url, rows } = await openFixture();
  const trailing: MigrationStep = {
    name: "0002_index",
    kind: "index",
    sql: "create index concurrently item_next on item (next_size(size));",
  };
  const nextSize = toFunction(
    "next_size",
    "create or replace function next_size(n int) returns int language sql immutable as $$ select n + 1 $$;",
  );
  const options = { steps: [...steps, trailing], functions: [nextSize] };
  expect(await migrateDatabase(url, { ...options, leavesTrailing: true })).toEqual(["0001_table"]);
  expect(await rows("select name from schema_function")).toEqual([{ name: "next_size" }]);
  expect(await migrateDatabase(url, options)).toEqual(["0002_index"]);
});

it("[CORE-252] the functions of this build are valid, and applying them again keeps every trigger", async () => {
  const { url, rows } = await openFixture(createTestDatabase());
  const readTriggers = () =>
    rows(
      "select oid, tgname, tgrelid::regclass::text from pg_trigger where not tgisinternal order by oid",
    );
  const triggers = await readTriggers();
  expect(triggers.length).toBeGreaterThan(40);
  const names = (await readSqlFunctions()).map(({ name }) => name);
  expect(await rows('select name from schema_function order by name collate "C"')).toEqual(
    names.map((name) => ({ name })),
  );
  await rows("update schema_function set checksum = ''");
  const applied: string[] = [];
  expect(
    await migrateDatabase(url, { onFunctions: (changed) => void applied.push(...changed) }),
  ).toEqual([]);
  expect(applied).toEqual(names);
  expect(await readTriggers()).toEqual(triggers);
  // Function bodies are not checked while the files are applied, because a function may call a
  // later one.
  await rows(`select case l.lanname when 'plpgsql' then plpgsql_validator(p.oid) else fmgr_sql_validator(p.oid) end
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace`);
});

it("[CFG-004] a database user who created the roles, and one who may only use them, install and replace the functions", async () => {
  const { rows, url } = await openFixture();
  const [server] = await rows<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  // Before PostgreSQL 16, every member of a role may use it.
  if ((server?.version ?? 0) < 160_000) return;
  const name = new URL(url).pathname.slice(1);
  const users = [`creator_${name}`, `user_${name}`] as const;
  for (const user of users) await rows(`create role ${user} login createrole`);
  onTestFinished(async () => {
    const other = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    // An upgrade in another file lets all users connect to its database as before (CFG-176).
    for (const user of users) await client.query(`drop role ${user}`).catch(() => undefined);
    await client.end();
    await other.drop();
  });
  const [names] = await rows<Record<string, string>>(
    `select ${roleKinds.map((kind) => `${ownName(kind)} as ${kind}`).join(", ")}`,
  );
  const all = Object.values(names ?? {}).join(", ");
  for (const role of Object.values(names ?? {})) await rows(`create role ${role} nologin`);
  await rows(`grant ${all} to ${users[0]} with admin true, inherit false, set false`);
  await rows(`grant ${all} to ${users[1]} with inherit false, set true`);
  for (const user of users) {
    await rows(`drop schema public cascade`);
    await rows(`create schema public authorization ${user}`);
    await rows(`grant all on database ${name} to ${user}`);
    const ownUrl = new URL(url);
    ownUrl.username = user;
    expect((await migrateDatabase(ownUrl.toString())).toSorted()).toEqual(
      await listMigrationNames(),
    );
    await rows("update schema_function set checksum = ''");
    const applied: string[] = [];
    await migrateDatabase(ownUrl.toString(), {
      onFunctions: (changed) => void applied.push(...changed),
    });
    expect(applied).toEqual((await readSqlFunctions()).map((file) => file.name));
  }
  await rows("drop schema public cascade");
  for (const user of users) await rows(`drop owned by ${user} cascade`);
});
