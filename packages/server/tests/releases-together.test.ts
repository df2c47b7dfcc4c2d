import { readFileSync } from "node:fs";
import { createEmptyDatabase, startIntegrator, startTestParlour } from "@parlour/testkit";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../src/store/migrate.ts";
import { readSteps } from "../src/store/migration-steps.ts";

/**
 * Two releases on one database (F25): nodes of the older release run while the newer one migrates
 * the schema. So migration steps only add. `allowedRemovals` lists every step that removes
 * something the previous release could use, with the reason why this is safe.
 */
const insideFirstRelease = "a step of 0.1.0, before which there was no release";
const endpointKinds = (...kinds: readonly string[]): string =>
  `endpoint: CHECK ((kind = ANY (ARRAY[${kinds.map((kind) => `'${kind}'::text`).join(", ")}])))`;
const takenAway: Readonly<Record<string, { readonly what: readonly string[]; readonly why: string }>> = {
  "0012_commit_messages": { what: ["function commit_messages of 19 gone"], why: insideFirstRelease },
  "0013_engine_claim": { what: ["function claim_deliveries of 8 gone"], why: insideFirstRelease },
  "0013_engine_commit": { what: ["function change_deliveries of 29 gone", "function commit_batch of 90 gone"], why: insideFirstRelease },
  "0026_push": { what: [endpointKinds("channel", "bot", "webhook", "push")], why: "a kind more" },
  "0028_inbox_counts": { what: ["read_mark.visitor_messages must be written"], why: insideFirstRelease },
  "0030_widget": {
    what: [
      "channel: CHECK (((kind = 'api'::text) = (endpoint_id IS NOT NULL)))",
      "channel: CHECK (((kind = 'widget'::text) = (widget IS NOT NULL)))",
    ],
    why: "what was written before is of the kind api, which keeps its endpoint",
  },
  "0033_calls": { what: [endpointKinds("channel", "bot", "webhook", "push", "call")], why: "a kind more" },
  "0034_mail": {
    what: [
      endpointKinds("channel", "bot", "webhook", "push", "call", "mail"),
      "endpoint: unique USING btree (account_id) WHERE (kind = 'mail'::text)",
    ],
    why: "a kind more, with a rule of its own",
  },
  "0040_sign_in": { what: ["session: unique USING btree (browser, account_id)"], why: "speaks of a new column" },
  "0045_audit": {
    what: [
      "audit.chain must be written",
      "audit.changes must be written",
      "audit.hash must be written",
      "audit.n must be written",
      "audit: delete of parlour_writer gone",
      "audit: update of parlour_writer gone",
    ],
    why: "a trigger writes them; that nobody else may is the point of the log",
  },
};

it("[F25] [CORE-130] each step of the schema adds to the one before, or is listed with the reason why nobody misses what it takes", async () => {
  const database = await createEmptyDatabase();
  const { url } = database;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const found: Record<string, readonly string[]> = {};
  const steps = await readSteps();
  // The migration runner applies the first step, because it creates the roles.
  await migrate(url, { upTo: steps[0]?.name ?? "" });
  let before = await readShape(client);
  for (const { name: step, kind, sql } of steps.slice(1)) {
    // An index removes nothing, and there are no rows for batches.
    if (kind !== "plain") continue;
    await client.query(sql);
    const after = await readShape(client);
    const lost = lostBetween(before, after);
    if (lost.length > 0) found[step] = lost;
    before = after;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(takenAway).map(([step, { what }]) => [step, what])));
});

it("[F25] a release reads and writes on while the next one adds columns, tables and indexes below it", async () => {
  const faults: string[] = [];
  const integrator = await startIntegrator();
  const parlour = await startTestParlour({ logTo: (line) => void (line.includes('"level":"error"') && faults.push(line)) });
  onTestFinished(async () => {
    await parlour.close();
    await integrator.close();
  });
  const channel = await parlour.channel(`${integrator.url}/hook`);
  const { call } = parlour.owner;
  const paths = pathsWithoutParameters();
  const read = async (): Promise<readonly (readonly [string, number])[]> => {
    const answers: (readonly [string, number])[] = [];
    for (const path of paths) answers.push([path, (await call("GET", path)).status]);
    return answers;
  };
  const write = async (customer: string): Promise<void> => {
    expect(await parlour.sendCustomerMessage(channel, customer, "Is size 42 back in stock?")).toMatchObject({ status: 200 });
    const chat = await parlour.findChat(customer);
    expect(await call("POST", `chats/${chat.id}/accept`, {})).toMatchObject({ status: 200 });
    const said = { kind: "text", text: "Yes, three pairs.", client_id: customer };
    expect(await call("POST", `chats/${chat.id}/messages`, said)).toMatchObject({ status: 201 });
    expect(await call("PATCH", `channels/${channel.id}`, { name: `Shop of ${customer}` })).toMatchObject({ status: 200 });
    await parlour.settle();
    expect((await parlour.messages(chat.id)).at(-1)).toMatchObject({ text: said.text, delivery: { state: "delivered" } });
    expect(await call("POST", `chats/${chat.id}/close`, {})).toMatchObject({ status: 200 });
    await parlour.settle();
  };
  // Runs before the migration, so that open connections have prepared statements.
  await write("first");
  const asItWas = await read();
  await parlour.sql(nextRelease);
  await write("second");
  expect(await read()).toEqual(asItWas);
  expect(faults).toEqual([]);
});

/**
 * A migration of a next release: adds columns with and without a default and an index to every
 * table, and adds a table.
 */
const nextRelease = `do $$
declare
  t text;
begin
  for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not like 'kysely%' loop
    execute format('alter table %I add column next_note text, add column next_count bigint not null default 7', t);
    execute format('create index on %I (next_count)', t);
  end loop;
end $$;
create table next_table (account_id bigint not null references account, words text);
insert into kysely_migration (name, timestamp) values ('9999_next', now()::text);`;

function pathsWithoutParameters(): readonly string[] {
  const { paths } = JSON.parse(readFileSync(new URL("../../../docs/api/openapi.json", import.meta.url), "utf8")) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.keys(paths).filter((path) => "get" in (paths[path] ?? {}) && !path.includes("{"));
}

/** The parts of the schema that a release relies on, by name. */
interface Shape {
  /** By `table.column`: the type, and whether inserts must write the column. */
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly required: boolean }>;
  readonly functions: ReadonlySet<string>;
  /** Constraints and unique indexes as PostgreSQL prints them, with their columns. */
  readonly bounds: ReadonlyMap<string, readonly string[]>;
  /** Table privileges of the roles of a running server. */
  readonly rights: ReadonlySet<string>;
}

async function readShape(client: pg.Client): Promise<Shape> {
  const rows = async <R extends pg.QueryResultRow>(text: string): Promise<readonly R[]> => (await client.query<R>(text)).rows;
  const here = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'";
  const columns = await rows<{ name: string; type: string; required: boolean }>(
    `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as required
     from pg_class c join pg_attribute a on a.attrelid = c.oid where ${here} and a.attnum > 0 and not a.attisdropped`,
  );
  const functions = await rows<{ name: string }>(
    "select proname || ' of ' || pronargs as name from pg_proc where pronamespace = 'public'::regnamespace",
  );
  const bounds = await rows<{ name: string; of: string[] }>(
    `select c.relname || ': ' || pg_get_constraintdef(k.oid) as name,
       array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as of
     from pg_class c join pg_constraint k on k.conrelid = c.oid where ${here} and k.contype <> 'n'
     union all
     select c.relname || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* ON public.\\w+ ', 'unique '),
       array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey))
     from pg_class c join pg_index i on i.indrelid = c.oid where ${here} and i.indisunique
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  const rights = await rows<{ name: string }>(
    `select c.relname || ': ' || lower(r.privilege_type) || ' of ' || r.grantee::regrole as name
     from pg_class c cross join lateral aclexplode(c.relacl) r where ${here} and r.grantee::regrole::text like 'parlour_%'`,
  );
  return {
    columns: new Map(columns.map(({ name, type, required }) => [name, { type, required }])),
    functions: new Set(functions.map(({ name }) => name)),
    bounds: new Map(bounds.map(({ name, of }) => [name, of])),
    rights: new Set(rights.map(({ name }) => name)),
  };
}

/** Returns what code written for `before` can no longer use or write in `after`. */
function lostBetween(before: Shape, after: Shape): readonly string[] {
  const tables = new Set([...before.columns.keys()].map((name) => name.split(".", 1)[0]));
  const lost: string[] = [];
  for (const [name, { type, required }] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) lost.push(`${name} gone`);
    else if (now.type !== type) lost.push(`${name}: ${type} is ${now.type}`);
    else if (now.required && !required) lost.push(`${name} must be written`);
  }
  for (const [name, { required }] of after.columns)
    if (required && !before.columns.has(name) && tables.has(name.split(".", 1)[0])) lost.push(`${name} must be written`);
  for (const name of before.functions) if (!after.functions.has(name)) lost.push(`function ${name} gone`);
  for (const [name, of] of after.bounds) if (!before.bounds.has(name) && of.some((column) => before.columns.has(column))) lost.push(name);
  for (const name of before.rights) if (!after.rights.has(name)) lost.push(`${name} gone`);
  return lost.toSorted();
}
