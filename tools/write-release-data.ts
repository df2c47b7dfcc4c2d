import {
  startIntegrator,
  startTestDatabaseServer,
  startTestParlour,
  createTestDatabase,
} from "@parlour/testkit";
import pg from "pg";
import { readSequences, readTables } from "../packages/server/src/backup/tables.ts";

/**
 * Writes the data of a small installation as SQL to standard output: the fixture of a release, from
 * which later releases test their upgrade. Times and texts are the same in each run. Keys, tokens
 * and ids differ.
 *
 * `npm run x -- node tools/write-release-data.ts > FILE`
 *
 * With DATABASE_URL it uses that database, which has a schema and no data, instead of an own one.
 */

/** Port of the endpoint, in the data too. */
const endpointPort = 49_001;
/** Contains the files of the build, not data. */
const omittedTable = "widget_file";

const integrator = await startIntegrator(endpointPort);
const configuredUrl = process.env["DATABASE_URL"] ?? "";
const server = configuredUrl === "" ? await startTestDatabaseServer() : null;
const database = server === null ? null : await createTestDatabase(server.url);
const url = database?.url ?? configuredUrl;
try {
  await createData(url);
  process.stdout.write(await readData(url));
} finally {
  await integrator.close();
  await database?.drop();
  await server?.stop();
}

/** A closed chat, a running chat with a note, and a delivery that failed once and is pending. */
async function createData(databaseUrl: string): Promise<void> {
  const parlour = await startTestParlour({ databaseUrl });
  const { call } = parlour.owner;
  const expectOk = async (
    ...[method, path, body]: Parameters<typeof call>
  ): Promise<{ id: number }> => {
    const response = await call(method, path, body);
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.body as { id: number };
  };
  const channel = await parlour.channel(`${integrator.url}/hook`);
  await expectOk("POST", "tags", { name: "delivery" });
  await expectOk("POST", "departments", { name: "Sales", operators: [parlour.owner.id] });
  for (const customer of ["closed", "running"]) {
    await parlour.sendCustomerMessage(channel, customer, "Is size 42 back in stock?", {
      sender: { name: "Cy Young" },
    });
    const chat = await parlour.findChat(customer);
    await expectOk("POST", `chats/${chat.id}/accept`, {});
    await expectOk("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "Yes, three pairs.",
      client_id: customer,
    });
    await parlour.settle();
    if (customer === "closed") await expectOk("POST", `chats/${chat.id}/close`, {});
    else {
      await expectOk("POST", `chats/${chat.id}/messages`, {
        kind: "note",
        text: "Asked before.",
        client_id: "note",
      });
      integrator.respondWith({ status: 503 });
      await expectOk("POST", `chats/${chat.id}/messages`, {
        kind: "text",
        text: "They are reserved for you.",
        client_id: "pending",
      });
    }
    await parlour.settle();
  }
  await parlour.close();
}

/** Returns one statement per table, in an order in which rows come after those they refer to. */
async function readData(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const statements: string[] = [];
  const add = async (name: string, columns: readonly string[]): Promise<void> => {
    const { rows } = await client.query<{ row: string }>(
      `select '(' || concat_ws(', ', ${columns.map((column) => `quote_nullable(${column}::text)`).join(", ")}) || ')' as row from ${name} order by 1`,
    );
    if (rows.length === 0) return;
    statements.push(
      `insert into ${name} (${columns.join(", ")}) overriding system value values\n${rows.map(({ row }) => row).join(",\n")};\n`,
    );
  };
  await add("kysely_migration", ["name", "timestamp"]);
  for (const { name, columns } of await readTables(client))
    if (name !== omittedTable) await add(name, columns);
  for (const { name, value, called } of await readSequences(client))
    statements.push(`select setval('${name}', ${value}, ${called});\n`);
  await client.end();
  return statements.join("");
}
