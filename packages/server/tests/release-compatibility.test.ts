import {
  createEmptyDatabase,
  createTestDatabase,
  startIntegrator,
  startTestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { describeServiceApi } from "../src/openapi/service-api.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import { readMigrationSteps, type MigrationStep } from "../src/store/migration-steps.ts";
import {
  nameRoles,
  ownName,
  roleKinds,
  sharedRoles,
  type RoleNames,
} from "../src/store/database/roles/names.ts";

/**
 * Two releases use one database (F25). Nodes of the earlier release run while the newer one
 * migrates the schema, so migration steps may only add. `allowedRemovals` lists every step that
 * removes something the earlier release could use, with the reason why this is safe.
 */
const allowedRemovals: Readonly<
  Record<string, { readonly removals: readonly string[]; readonly reason: string }>
> = {
  "0002_last_entry": {
    removals: ["account_head.position gone", "chat.last_seq gone"],
    reason: "No release reads these columns: 0.1.0 is the first one.",
  },
  "0014_connectors": {
    removals: ["channel: CHECK (((kind = 'widget'::text) = (endpoint_id IS NULL)))"],
    reason: "Earlier nodes create widgets without an endpoint and API channels with one.",
  },
  "0033_draft_email": {
    removals: ["draft: CHECK ((mode = ANY (ARRAY['text'::text, 'note'::text, 'email'::text])))"],
    reason: "It replaces a narrower check. Earlier nodes write the modes text and note.",
  },
  "0056_custom_role": {
    removals: [
      "operator: FOREIGN KEY (account_id, custom_role_id, role) REFERENCES custom_role(account_id, id, base) ON UPDATE CASCADE ON DELETE SET NULL (custom_role_id)",
    ],
    reason: "Rows of earlier nodes have no custom role, and then the key is not checked.",
  },
  "0072_sla_report": {
    removals: [
      "view: CHECK ((sort = ANY (ARRAY['activity'::text, 'created'::text, 'due'::text])))",
    ],
    reason: "It replaces a narrower check. Earlier nodes write the orders activity and created.",
  },
  "0076_reminder_origin": {
    removals: ["reminder: unique USING btree (account_id, origin) WHERE (origin IS NOT NULL)"],
    reason: "The column is new. Earlier nodes leave it empty, which the index does not contain.",
  },
  "0100_model": {
    removals: [
      "endpoint: CHECK ((kind = ANY (ARRAY['channel'::text, 'bot'::text, 'webhook'::text, 'push'::text, 'call'::text, 'mail'::text, 'model'::text])))",
      "endpoint: unique USING btree (account_id) WHERE (kind = 'model'::text)",
    ],
    reason: "It replaces a narrower check. Earlier nodes write no endpoint of the kind model.",
  },
  "0112_search_block": {
    removals: [
      ..."account_id at chat_id position seq words"
        .split(" ")
        .map((column) => `search_message.${column} gone`),
      "search_message: delete of parlour_writer gone",
      "search_message: insert of parlour_writer gone",
      "search_message: select of parlour_reader gone",
      "search_message: select of parlour_search gone",
      "search_message: select of parlour_writer gone",
      "search_message: update of parlour_writer gone",
    ],
    reason: "No release reads this table: 0.1.0 is the first one.",
  },
  "0127_search_text": {
    removals: ["search_block.words: tsvector is text"],
    reason: "No release reads this table: 0.1.0 is the first one.",
  },
  "0128_translation_server": {
    removals: ["endpoint: unique USING btree (account_id, name) WHERE (kind = 'model'::text)"],
    reason: "It replaces a stricter one, and no release writes endpoints of this kind.",
  },
  "0147_saml": {
    removals: [
      "session: CHECK ((method = ANY (ARRAY['password'::text, 'passkey'::text, 'oidc'::text, 'saml'::text])))",
    ],
    reason: "It replaces a narrower check. Earlier nodes write the other methods.",
  },
  "0159_old_system": {
    removals: [
      "endpoint: CHECK ((kind = ANY (ARRAY['channel'::text, 'bot'::text, 'webhook'::text, 'push'::text, 'call'::text, 'mail'::text, 'model'::text, 'old_system'::text])))",
    ],
    reason: "It replaces a narrower check. Earlier nodes write no endpoint of the kind old_system.",
  },
  "0180_begun_texts": {
    removals: [
      "scheduled_message: CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'failed'::text, 'held'::text])))",
    ],
    reason: "It replaces a narrower check. Earlier nodes write the other states.",
  },
};

it("[F25] [CORE-130] each step of the schema adds to the one before, or is listed with the reason why nobody misses what it takes", async () => {
  const [baseline, ...later] = await readMigrationSteps();
  const found = await findStepRemovals([baseline], later);
  expect(found).toEqual(
    Object.fromEntries(
      Object.entries(allowedRemovals).map(([step, { removals }]) => [step, removals]),
    ),
  );
});

it("[F25] a step that takes something away is found: columns, types, functions, privileges, and rules that earlier rows or writers break", async () => {
  const step = (name: string, sql: string): MigrationStep => ({ name, kind: "plain", sql });
  const first = step(
    "0001_first",
    `create table item (id int primary key, name text, size int, kind text);
     create function measure(n int) returns int language sql as $$ select n $$;
     grant select, update on item to parlour_writer;`,
  );
  const found = await findStepRemovals(
    [first],
    [
      step(
        "0002_addition",
        "alter table item add column note text, add column count int not null default 0; create table other (id int not null);",
      ),
      step("0003_index", "create index item_name on item (name);"),
      step(
        "0004_removals",
        "alter table item drop column name, alter column size type bigint; drop function measure;",
      ),
      step(
        "0005_rules",
        "alter table item alter column kind set not null, add check (kind <> ''); create unique index item_kind on item (kind);",
      ),
      step(
        "0006_required",
        "alter table item add column place int not null; revoke update on item from parlour_writer;",
      ),
    ],
  );
  expect(found).toEqual({
    "0004_removals": [
      "function measure of 1 gone",
      "item.name gone",
      "item.size: integer is bigint",
    ],
    "0005_rules": [
      "item.kind must be written",
      "item: CHECK ((kind <> ''::text))",
      "item: unique USING btree (kind)",
    ],
    "0006_required": ["item.place must be written", "item: update of parlour_writer gone"],
  });
});

/**
 * Returns the removals of each step. The migration runner applies the first steps, because it
 * creates the roles.
 */
async function findStepRemovals(
  first: readonly (MigrationStep | undefined)[],
  later: readonly MigrationStep[],
): Promise<Record<string, readonly string[]>> {
  const database = await createEmptyDatabase();
  const { url } = database;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const found: Record<string, readonly string[]> = {};
  await migrateDatabase(url, { steps: first.filter((step) => step !== undefined) });
  const names = await client.query<RoleNames>(
    `select ${roleKinds.map((kind) => `${ownName(kind)} as ${kind}`).join(", ")}`,
  );
  const roles = names.rows[0] ?? sharedRoles;
  let before = await readShape(client);
  for (const { name: step, kind, sql } of later) {
    // An index removes nothing, and there are no rows for batches.
    if (kind !== "plain") continue;
    await client.query(nameRoles(sql, roles));
    const after = await readShape(client);
    const removals = findRemovals(before, after);
    if (removals.length > 0) found[step] = removals;
    before = after;
  }
  return found;
}

it("[F25] a release reads and writes on while the next one adds columns, tables and indexes below it", async () => {
  const faults: string[] = [];
  const integrator = await startIntegrator();
  const database = await createTestDatabase();
  // On a busy machine, the step has its locks for longer than the second after which PostgreSQL
  // looks for deadlocks. It would then end a read instead of letting the step give way.
  await queryOnce(database.url, `alter database ${database.name} set deadlock_timeout = '10min'`);
  const parlour = await startTestParlour({
    databaseUrl: database.url,
    logTo: (line) => void (line.includes('"level":"error"') && faults.push(line)),
  });
  onTestFinished(async () => {
    await parlour.close();
    await integrator.close();
    await database.drop();
  });
  const channel = await parlour.channel(`${integrator.url}/hook`);
  const { call } = parlour.owner;
  const paths = await pathsWithoutParameters();
  const read = async (): Promise<readonly (readonly [string, number])[]> => {
    const answers: (readonly [string, number])[] = [];
    for (const path of paths) answers.push([path, (await call("GET", path)).status]);
    return answers;
  };
  const write = async (customer: string): Promise<void> => {
    expect(
      await parlour.sendCustomerMessage(channel, customer, "Is size 42 back in stock?"),
    ).toMatchObject({ status: 200 });
    const chat = await parlour.findChat(customer);
    expect(await call("POST", `chats/${chat.id}/accept`, {})).toMatchObject({ status: 200 });
    const message = { kind: "text", text: "Yes, three pairs.", client_id: customer };
    expect(await call("POST", `chats/${chat.id}/messages`, message)).toMatchObject({ status: 201 });
    expect(
      await call("PATCH", `channels/${channel.id}`, { name: `Shop of ${customer}` }),
    ).toMatchObject({ status: 200 });
    await parlour.settle();
    expect((await parlour.messages(chat.id)).at(-1)).toMatchObject({
      text: message.text,
      delivery: { state: "delivered" },
    });
    expect(await call("POST", `chats/${chat.id}/close`, {})).toMatchObject({ status: 200 });
    await parlour.settle();
  };
  // Runs before the migration, so that open connections have prepared statements.
  await write("first");
  const responsesBefore = await read();
  const steps = [...(await readMigrationSteps()), nextReleaseStep];
  let isMigrating = true;
  const migration = migrateDatabase(parlour.databaseUrl, { steps }).finally(() => {
    isMigrating = false;
  });
  const readDuringMigration = async (): Promise<void> => {
    while (isMigrating) expect(await read()).toEqual(responsesBefore);
  };
  await Promise.all([migration, write("during"), readDuringMigration(), readDuringMigration()]);
  await write("second");
  expect(await read()).toEqual(responsesBefore);
  expect(faults).toEqual([]);
});

/**
 * A migration of a next release: adds columns with and without a default and an index to every
 * table, and adds a table.
 */
const nextReleaseStep: MigrationStep = {
  name: "9999_next",
  kind: "plain",
  sql: `do $$
declare
  t text;
begin
  for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not like 'kysely%' loop
    execute format('alter table %I add column next_note text, add column next_count bigint not null default 7', t);
    execute format('create index on %I (next_count)', t);
  end loop;
end $$;
create table next_table (account_id bigint not null references account, words text);`,
};

async function queryOnce(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function pathsWithoutParameters(): Promise<readonly string[]> {
  const { paths } = await describeServiceApi();
  return Object.keys(paths).filter((path) => "get" in (paths[path] ?? {}) && !path.includes("{"));
}

/** The parts of the schema that a release relies on, by name. */
interface SchemaShape {
  /** Columns by `table.column`: their type, and whether inserts must write them. */
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly required: boolean }>;
  readonly functions: ReadonlySet<string>;
  /** Constraints and unique indexes as PostgreSQL prints them, with their columns. */
  readonly constraints: ReadonlyMap<string, readonly string[]>;
  /** Table privileges of the roles of a running server. */
  readonly privileges: ReadonlySet<string>;
}

async function readShape(client: pg.Client): Promise<SchemaShape> {
  const rows = async <R extends pg.QueryResultRow>(text: string): Promise<readonly R[]> =>
    (await client.query<R>(text)).rows;
  const tableFilter =
    "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'";
  const columns = await rows<{ name: string; type: string; required: boolean }>(
    `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as required
     from pg_class c join pg_attribute a on a.attrelid = c.oid where ${tableFilter} and a.attnum > 0 and not a.attisdropped`,
  );
  const functions = await rows<{ name: string }>(
    "select proname || ' of ' || pronargs as name from pg_proc where pronamespace = 'public'::regnamespace",
  );
  const bounds = await rows<{ name: string; of: string[] }>(
    `select c.relname || ': ' || pg_get_constraintdef(k.oid) as name,
       array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as of
     from pg_class c join pg_constraint k on k.conrelid = c.oid where ${tableFilter} and k.contype <> 'n'
     union all
     select c.relname || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* ON public.\\w+ ', 'unique '),
       array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey))
     from pg_class c join pg_index i on i.indrelid = c.oid where ${tableFilter} and i.indisunique
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  const rights = await rows<{ name: string }>(
    `select c.relname || ': ' || lower(r.privilege_type) || ' of ' || (array['parlour_writer', 'parlour_reader', 'parlour_search'])[array_position(array[${roleKinds.map(ownName).join(", ")}], pg_get_userbyid(r.grantee)::text)] as name
     from pg_class c cross join lateral aclexplode(c.relacl) r where ${tableFilter} and pg_get_userbyid(r.grantee) in (${roleKinds.map(ownName).join(", ")})`,
  );
  return {
    columns: new Map(columns.map(({ name, type, required }) => [name, { type, required }])),
    functions: new Set(functions.map(({ name }) => name)),
    constraints: new Map(bounds.map(({ name, of: columns }) => [name, columns])),
    privileges: new Set(rights.map(({ name }) => name)),
  };
}

/** Returns the objects of `before` that code can no longer use or write in `after`. */
function findRemovals(before: SchemaShape, after: SchemaShape): readonly string[] {
  const tables = new Set([...before.columns.keys()].map((name) => name.split(".", 1)[0]));
  const removals: string[] = [];
  for (const [name, { type, required }] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) removals.push(`${name} gone`);
    else if (now.type !== type) removals.push(`${name}: ${type} is ${now.type}`);
    else if (now.required && !required) removals.push(`${name} must be written`);
  }
  for (const [name, { required }] of after.columns)
    if (required && !before.columns.has(name) && tables.has(name.split(".", 1)[0]))
      removals.push(`${name} must be written`);
  for (const name of before.functions)
    if (!after.functions.has(name)) removals.push(`function ${name} gone`);
  for (const [name, columns] of after.constraints)
    if (!before.constraints.has(name) && columns.some((column) => before.columns.has(column)))
      removals.push(name);
  for (const name of before.privileges)
    if (!after.privileges.has(name)) removals.push(`${name} gone`);
  return removals.toSorted();
}
