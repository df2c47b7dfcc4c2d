import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
});
// The database server removes the database later. Dropping it now would break connections of
// pools that are closing.
afterAll(() => pool.end());

const baseFile = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
`;
const env = { SECRET: `whsec_${Buffer.alloc(32, 5).toString("base64")}` };
const httpFile = `${baseFile}calls: { enabled: true, driver: http, url: "https://tel.example/dial", secret_env: SECRET }\n`;
async function apply(text: string, prune = false): Promise<readonly string[]> {
  const config = parseProvisioningFile("parlour.yaml", text, env);
  const options = {
    url: database.url,
    secretKey: Buffer.alloc(32, 9),
    clock: new ManualClock(),
    dryRun: false,
    egressAllow: [],
    reservedHosts: [],
  };
  const applied = await applyProvisioningFile(config, { ...options, prune });
  return applied.differences.map((d) =>
    [`${d.sign} ${d.subject}`, d.detail].filter((part) => part !== "").join(": "),
  );
}
function findError(text: string): string {
  try {
    parseProvisioningFile("parlour.yaml", text, {});
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

it("[CFG-021] [CFG-024] [CORE-104] calls go into the account with their telephony server and come back; the file keeps them", async () => {
  await apply(baseFile);
  expect(await apply(`${baseFile}calls: { enabled: true }\n`)).toEqual([
    "~ calls: enabled false → true",
  ]);
  const changed = await apply(httpFile);
  expect(changed).toEqual([
    expect.stringMatching(
      /^~ calls: driver "desk" → "http"; url null → "https:\/\/tel\.example\/dial"; secret$/,
    ),
  ]);
  expect(await apply(httpFile)).toEqual([]);
  const { rows } = await pool.query<{ url: string; calls: object; managed: boolean }>(
    `select e.url, a.settings -> 'calls' as calls, (a.settings -> 'calls_managed')::bool as managed
    from account a join call_driver d on d.account_id = a.id join endpoint e on e.account_id = a.id and e.id = d.endpoint_id`,
  );
  expect(rows).toEqual([
    {
      url: "https://tel.example/dial",
      calls: expect.objectContaining({
        enabled: true,
        driver: "http",
        endpointId: expect.any(Number),
      }),
      managed: true,
    },
  ]);
  const exported = await createDb(pool).transaction((tx) => exportProvisioningFile(tx, null));
  expect(exported.config.calls).toMatchObject({
    enabled: true,
    driver: "http",
    url: "https://tel.example/dial",
  });
  expect(await apply(httpFile.replace("/dial", "/call"))).toEqual([
    '~ calls: url "https://tel.example/dial" → "https://tel.example/call"',
  ]);
  expect(await apply(baseFile)).toEqual([]);
  expect(await apply(baseFile, true)).toEqual(["- calls"]);
});

it("[CFG-023] [CORE-104] a telephony server without address and a weak secret are named", () => {
  expect(findError(`${baseFile}calls: { enabled: true, driver: http }\n`)).toMatch(
    /calls\.url.*is missing.*CORE-104/,
  );
  expect(findError(`${baseFile}calls: { enabled: true, driver: sip }\n`)).toMatch(/calls\.driver/);
});
