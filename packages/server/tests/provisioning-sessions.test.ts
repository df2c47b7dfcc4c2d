import { createTestDatabase } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { openPools, type Pools } from "../src/store/database/pools.ts";
import { insertSession } from "../src/store/sign-in/sessions.ts";
import { createDb } from "../src/store/database/sql.ts";

const clock = new ManualClock();
const file = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
  - { email: bob@example.test, name: Bob, password: "another horse battery", role: operator }
`;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pools: Pools;
beforeAll(async () => {
  database = await createTestDatabase();
  pools = openPools(database.url);
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

const apply = (text: string) =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, {}), {
    url: database.url,
    secretKey: Buffer.alloc(32, 9),
    clock,
    dryRun: false,
    prune: false,
    egressAllow: [],
    reservedHosts: [],
  });
let sessionCount = 0;
async function createSessions(): Promise<void> {
  await pools.writer.query("delete from session");
  const { rows } = await pools.writer.query<{ id: number; account_id: number }>(
    "select id, account_id from operator",
  );
  const expiresAt = clock.now() + 86_400_000;
  for (const { id, account_id } of rows) {
    await insertSession(createDb(pools.writer), {
      tokenHash: Buffer.alloc(32, ++sessionCount),
      accountId: account_id,
      operatorId: id,
      now: clock.now(),
      idleExpiresAt: expiresAt,
      absoluteExpiresAt: expiresAt,
      method: "password",
      strong: false,
      address: "",
      userAgent: "",
      browser: null,
    });
  }
}
const readSessionEmails = async (): Promise<string[]> =>
  (
    await pools.writer.query<{ email: string }>(
      "select o.email from session s join operator o on o.id = s.operator_id order by 1",
    )
  ).rows.map((row) => row.email);

it("[CFG-021] [API-041] another password or role in the file ends that operator's sessions, another name does not", async () => {
  await apply(file);
  await createSessions();
  await apply(file.replace("name: Bob", "name: Robert"));
  expect(await readSessionEmails()).toEqual(["ann@example.test", "bob@example.test"]);
  const password = file.replace("another horse battery", "a third horse battery");
  await apply(password);
  expect(await readSessionEmails()).toEqual(["ann@example.test"]);
  await createSessions();
  await apply(password.replace("role: operator", "role: admin"));
  expect(await readSessionEmails()).toEqual(["ann@example.test"]);
});
