import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { checkIsolation } from "../src/health/database.ts";
import { advisoryLocks } from "../src/store/database/locks.ts";
import { readDatabaseFacts } from "../src/store/database/system-health.ts";
import { listMigrationNames, migrateDatabase } from "../src/store/migrate.ts";
import { nameRoles, roleKinds, sharedRoles, useRole } from "../src/store/database/roles/names.ts";
import { RightsMissingError } from "../src/store/installation-roles/rights.ts";
import { secretKey } from "./release-data-fixture.ts";
import {
  allowRoles,
  createInstallation,
  createSharedInstallation,
  endConnections,
  listReach,
  listRights,
  readNames,
  runAtServer,
  start,
  type Installation,
} from "./installation-roles-fixture.ts";

const shared = Object.values(sharedRoles);

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Returns the findings about other installations, as `doctor` reads them. */
async function findIsolation({ url }: Installation) {
  const client = await connect(url);
  const facts = await readDatabaseFacts({
    query: async (text, values = []) => (await client.query(text, [...values])).rows as never,
  });
  await client.end();
  return checkIsolation(facts);
}

/** Runs `parlour upgrade --check`. */
async function runCheck({ url }: Installation) {
  const out: string[] = [];
  const code = await runCommand(["upgrade", "--check"], {
    env: { DATABASE_URL: url, SECRET_KEY: secretKey.toString("base64") },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: (line) => void out.push(line),
    err: (line) => void out.push(line),
  });
  return { code, out: out.join("\n") };
}

async function readServerVersion({ asAdmin }: Installation): Promise<number> {
  const [row] = await asAdmin<{ n: number }>(
    "select current_setting('server_version_num')::int as n",
  );
  return row?.n ?? 0;
}

it("[CFG-173] [CFG-176] two installations on one server, set up with the printed SQL: no role of one reaches anything of the other", async () => {
  const shops = [await createInstallation(), await createInstallation()];
  for (const { url } of shops) {
    expect((await start(url)).toSorted()).toEqual(await listMigrationNames());
    expect(await migrateDatabase(url)).toEqual([]);
  }
  const roles = await Promise.all(
    shops.map(async (shop) => [shop.user, ...Object.values(await readNames(shop))]),
  );
  for (const [n, shop] of shops.entries()) {
    const other = shops[1 - n] ?? shop;
    expect(await listReach(shop, [...shared, ...(roles[1 - n] ?? [])])).toEqual([]);
    expect((await listReach(shop, roles[n] ?? [])).length).toBeGreaterThan(500);
    const url = new URL(shop.url);
    url.username = other.user;
    await expect(connect(url.toString())).rejects.toMatchObject({ code: "42501" });
    expect(await findIsolation(shop)).toEqual([]);
  }
});

it("[CFG-173] [CFG-177] users who may create roles set up two installations; before PostgreSQL 16 the doctor says what they may read", async () => {
  const shops = [
    await createInstallation({ attributes: "createrole" }),
    await createInstallation({ attributes: "createrole" }),
  ] as const;
  for (const { url } of shops)
    expect((await migrateDatabase(url)).toSorted()).toEqual(await listMigrationNames());
  const names = await readNames(shops[0]);
  expect(await listReach(shops[1], [shops[0].user, ...Object.values(names)])).toEqual([]);
  expect(await findIsolation(shops[0])).toEqual([]);
  // A right to connect is all that such a user needs before PostgreSQL 16.
  await runAtServer(`grant connect on database ${shops[1].database} to ${shops[0].user}`);
  expect(await findIsolation(shops[0])).toMatchObject(
    (await readServerVersion(shops[0])) < 160_000
      ? [{ code: "database_neighbours", values: { databases: shops[1].database } }]
      : [],
  );
  await runAtServer(`grant ${(await readNames(shops[1])).reader} to ${shops[0].user}`);
  expect(await findIsolation(shops[0])).toMatchObject([{ code: "database_neighbours" }]);
  await runAtServer(`grant connect on database ${shops[0].database} to public`);
  expect(await findIsolation(shops[0])).toMatchObject([
    { code: "database_neighbours" },
    { code: "database_open", state: "warning" },
  ]);
});

it("[CFG-004] [CFG-178] with the usual grant of all privileges, the refusal names the missing rights and their SQL, and changes nothing", async () => {
  const shop = await createInstallation({ ownsDatabase: false });
  await runAtServer(`grant all privileges on database ${shop.database} to ${shop.user}`);
  const error = await migrateDatabase(shop.url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RightsMissingError);
  const { message, sql } = error as RightsMissingError;
  expect(message).toContain(
    `in the database ${shop.database}, the user ${shop.user} may not create the roles of Parlour or take them, and may not create tables in the schema public`,
  );
  expect(sql).toContain(`alter database ${shop.database} owner to ${shop.user};`);
  expect(
    await shop.asAdmin("select from pg_class where relnamespace = 'public'::regnamespace"),
  ).toEqual([]);
  expect((await start(shop.url)).toSorted()).toEqual(await listMigrationNames());
  expect(await findIsolation(shop)).toEqual([]);
});

it("[CFG-173] a user who was killed between creating the roles and joining them joins them at the next start", async () => {
  const shop = await createInstallation({ attributes: "createrole" });
  const client = await connect(shop.url);
  for (const role of Object.values(await readNames(shop)))
    await client.query(`create role ${role} nologin`);
  await client.end();
  expect((await migrateDatabase(shop.url)).toSorted()).toEqual(await listMigrationNames());
});

it("[CFG-174] [CLI-004] an upgrade gives every right of the shared roles to those of the installation; another database keeps them", async () => {
  const [shop, other] = [await createSharedInstallation(), await createSharedInstallation()];
  await shop.asAdmin(
    `grant select on account to ${shop.user} with grant option;
     alter default privileges for role ${shop.user} in schema public grant select on tables to parlour_reader`,
  );
  const [before, beforeOther] = [await listRights(shop), await listRights(other)];
  expect(before.some((line) => line.startsWith("defaults r"))).toBe(true);
  expect((await findIsolation(shop)).map(({ code }) => code)).toEqual([
    "database_shared_roles",
    "database_neighbours",
    "database_open",
  ]);
  expect((await listReach(shop, [other.user])).length).toBeGreaterThan(500);
  const check = await runCheck(shop);
  expect([check.code, check.out]).toEqual([
    1,
    expect.stringContaining(
      `grant ${Object.values(await readNames(shop)).join(", ")} to ${shop.user}`,
    ),
  ]);
  await start(shop.url);
  const names = await readNames(shop);
  const sharedName = (role: string): string => shared[Object.values(names).indexOf(role)] ?? role;
  expect(await listRights(shop, sharedName)).toEqual(before);
  expect((await runCheck(shop)).code).toBe(0);
  expect(await listReach(shop, [...shared, other.user])).toEqual([]);
  expect(await listRights(other)).toEqual(beforeOther);
  expect(await migrateDatabase(shop.url)).toEqual([]);
  const client = await connect(shop.url);
  await client.query(useRole("writer", "session"));
  expect((await client.query("select name from account")).rows).toEqual([{ name: "Acme" }]);
  await client.query(useRole("reader", "session"));
  expect((await client.query("select name from account")).rows).toEqual([]);
  // The other one still uses the shared roles, so its rows are open to their members.
  expect(await findIsolation(shop)).toMatchObject([
    { code: "database_neighbours", values: { databases: other.database } },
  ]);
  await start(other.url);
  for (const one of [shop, other]) expect(await findIsolation(one)).toEqual([]);
});

/** Starts, and kills the start while it waits for the table `visitor`. */
async function killStart(shop: Installation) {
  const blocker = await connect(shop.url);
  await blocker.query("begin; lock table visitor in access share mode");
  const run = start(shop.url).then(
    () => "done",
    () => "killed",
  );
  const sessions = `from pg_stat_activity where application_name = 'parlour migrate' and datname = '${shop.database}'`;
  await vi.waitFor(
    async () =>
      expect(
        await shop.asAdmin(
          `select 1 ${sessions} and wait_event_type = 'Lock' and query ~ 'visitor'`,
        ),
      ).toHaveLength(1),
    { timeout: 60_000, interval: 5 },
  );
  await shop.asAdmin(`select pg_terminate_backend(pid) ${sessions}`);
  expect(await run).toBe("killed");
  return { unlock: () => blocker.query("commit") };
}

it("[CFG-174] [F25] a kill in the middle of the replacement changes nothing; three starts at once replace the roles once", async () => {
  const shop = await createSharedInstallation();
  const before = await listRights(shop);
  const killed = await killStart(shop);
  expect(await listRights(shop)).toEqual(before);
  await killed.unlock();
  const runs = await Promise.all([1, 2, 3].map(() => migrateDatabase(shop.url)));
  expect(runs.filter((steps) => steps.length > 0)).toHaveLength(1);
  expect(await listReach(shop, shared)).toEqual([]);
});

it("[CFG-174] [CORE-280] while a node of an earlier release runs, it reads and writes on, also after a kill; the first start after its end takes the shared roles their rights", async () => {
  const shop = await createSharedInstallation();
  const before = await listRights(shop);
  const older = await connect(shop.url);
  await older.query(
    `select pg_advisory_lock_shared(${advisoryLocks.installation}); set role parlour_writer`,
  );
  const work = async (): Promise<void> => {
    await older.query("update account set name = name || '.'");
    await older.query("select set_config('app.account', (select id from account)::text, false)");
    await older.query("set role parlour_reader");
    expect((await older.query("select from account")).rowCount).toBe(1);
    await older.query("select * from search_visitor_find('''~x''', 1)");
    await older.query("set role parlour_writer");
  };
  const killed = await killStart(shop);
  const names = await readNames(shop);
  const added = (await listRights(shop)).filter((line) => line.includes(names.writer));
  expect(added.length).toBeGreaterThan(0);
  await work();
  await killed.unlock();
  await migrateDatabase(shop.url);
  const rights = await listRights(shop);
  // Both have them, apart from the functions, which run as the search of the installation.
  const isOwner = (line: string): boolean =>
    line.includes(" owner: ") || / parlour_search EXECUTE/.test(line);
  expect(rights).toEqual(expect.arrayContaining(before.filter((line) => !isOwner(line))));
  expect(rights).toEqual(expect.arrayContaining(before.map((line) => nameRoles(line, names))));
  await work();
  expect(await findIsolation(shop)).toMatchObject([
    { code: "database_shared_roles", values: { roles: shared.toSorted().join(", ") } },
  ]);
  const newer = await connect(shop.url);
  await newer.query(useRole("writer", "session"));
  expect((await newer.query("select current_user as role")).rows).toEqual([{ role: names.writer }]);
  expect(await migrateDatabase(shop.url)).toEqual([]);
  await work();
  await older.end();
  await vi.waitFor(async () => {
    await migrateDatabase(shop.url);
    expect(await listReach(shop, shared)).toEqual([]);
  }, 60_000);
  expect(
    await listRights(shop, (role) => shared[Object.values(names).indexOf(role)] ?? role),
  ).toEqual(before);
  expect((await newer.query("select from account")).rowCount).toBe(1);
});

it("[CFG-175] the copy of a database gets roles of its own, also one that another user owns; the original and a renamed database keep theirs", async () => {
  const shop = await createInstallation();
  await start(shop.url);
  const before = await listRights(shop);
  const copy = await createInstallation();
  // The copy takes the place of the empty database.
  await endConnections(shop.database);
  await runAtServer(`drop database ${copy.database} with (force)`);
  await runAtServer(
    `create database ${copy.database} template ${shop.database} owner ${copy.user}`,
  );
  const objects = await copy.asAdmin<{ object: string }>(
    `select case when c.relkind = 'S' then 'sequence ' when c.relkind = 'c' then 'type ' else 'table ' end || c.oid::regclass as object
       from pg_class c where pg_get_userbyid(c.relowner) = '${shop.user}' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S', 'c')
         and (c.relkind = 'c' or not exists (select from pg_depend where objid = c.oid and deptype in ('i', 'a')))
     union all select 'function ' || f.oid::regprocedure from pg_proc f where pg_get_userbyid(f.proowner) = '${shop.user}'`,
  );
  for (const { object } of objects) await copy.asAdmin(`alter ${object} owner to ${copy.user}`);
  expect(await start(copy.url)).toEqual([]);
  const [names, copyNames] = [await readNames(shop), await readNames(copy)];
  expect(roleKinds.filter((kind) => names[kind] === copyNames[kind])).toEqual([]);
  expect(await listReach(copy, [shop.user, ...Object.values(names)])).toEqual([]);
  expect(await listReach(shop, [copy.user, ...Object.values(copyNames)])).toEqual([]);
  expect(await listRights(shop)).toEqual(before);
  const renamed = `${shop.database}_renamed`;
  await endConnections(shop.database);
  await runAtServer(`alter database ${shop.database} rename to ${renamed}`);
  expect(await migrateDatabase(shop.url.replace(shop.database, renamed))).toEqual([]);
  await endConnections(renamed);
  await runAtServer(`alter database ${renamed} rename to ${shop.database}`);
  expect(await listRights(shop)).toEqual(before);
});

it("[CFG-173] [CORE-273] a backup of a build with shared roles is restored into an installation with roles of its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlour-roles-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = fileURLToPath(new URL("fixtures/data-0.1.0.tgz", import.meta.url));
  expect(spawnSync("tar", ["-xzf", archive, "-C", folder]).status).toBe(0);
  const [shop, other] = [await createInstallation(), await createInstallation()];
  for (const { url } of [shop, other]) await allowRoles(url);
  await migrateDatabase(other.url);
  const err: string[] = [];
  const code = await runCommand(["restore", join(folder, "backup")], {
    env: {
      DATABASE_URL: shop.url,
      DATA_DIR: join(folder, "data"),
      SECRET_KEY: secretKey.toString("base64"),
    },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: () => undefined,
    err: (line) => void err.push(line),
  });
  expect({ code, err }).toEqual({ code: 0, err: [] });
  const client = await connect(shop.url);
  await client.query(useRole("writer", "session"));
  expect((await client.query("select from account")).rowCount).toBe(2);
  const others = [other.user, ...Object.values(await readNames(other))];
  expect(await listReach(shop, [...shared, ...others])).toEqual([]);
  expect(await findIsolation(shop)).toEqual([]);
});

it("[CFG-173] roles that an administrator renamed are used as they are", async () => {
  const shop = await createInstallation();
  await start(shop.url);
  const names = await readNames(shop);
  for (const kind of roleKinds)
    await runAtServer(`alter role ${names[kind]} rename to ${shop.user}_${kind}`);
  expect(await migrateDatabase(shop.url)).toEqual([]);
  await shop.asAdmin("update schema_function set checksum = ''");
  expect(await migrateDatabase(shop.url)).toEqual([]);
  const client = await connect(shop.url);
  await client.query(useRole("reader", "session"));
  expect((await client.query("select current_user as role")).rows).toEqual([
    { role: `${shop.user}_reader` },
  ]);
  await client.end();
  for (const kind of roleKinds)
    await runAtServer(`alter role ${shop.user}_${kind} rename to ${names[kind]}`);
});

it("[CFG-176] the upgrade lets other users connect as before, but not those of other installations", async () => {
  const [shop, other] = [await createSharedInstallation(), await createSharedInstallation()];
  // A member of the shared roles that is connected can be the user of a node.
  const [copier, node] = [`copier_${shop.user}`, `node_${shop.user}`];
  await runAtServer(`create role ${node} login; grant parlour_writer to ${node}`);
  const nodeUrl = new URL(shop.url);
  nodeUrl.username = node;
  const session = await connect(nodeUrl.toString());
  await runAtServer(`create role ${copier} login`);
  await start(shop.url);
  const connects = await shop.asAdmin<{ name: string }>(
    `select r.rolname as name from pg_roles r where rolname in ('${copier}', '${node}', '${shop.user}', '${other.user}') and has_database_privilege(r.oid, current_database(), 'connect') order by 1`,
  );
  expect(connects.map(({ name }) => name)).toEqual([copier, node, shop.user].toSorted());
  await session.end();
  await runAtServer(
    `revoke connect on database ${shop.database} from ${copier}, ${node}; drop role ${copier}, ${node}`,
  );
});
