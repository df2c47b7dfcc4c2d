// The tests need their order: each file is compared with the one before.
import { createTestDatabase, openTestPool, type TestDatabase } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createSecrets } from "../src/store/database/seal.ts";
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

const secretKey = Buffer.alloc(32, 9);
const baseFile = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
`;
const createFile = (settings: string): string =>
  `${baseFile}channels:
  - { kind: whatsapp, name: Shop, public_id: Shop123456, operators: [ann@example.test], settings: { ${settings} } }
`;
const valid =
  "phone_number_id: '1', waba_id: '2', access_token_env: WA_TOKEN, app_secret_env: WA_SECRET";
const env = { WA_TOKEN: "token-of-the-app", WA_SECRET: "secret-of-the-app" };

async function apply(text: string, variables: Record<string, string> = env) {
  const wanted = parseProvisioningFile("parlour.yaml", text, variables);
  const applied = await applyProvisioningFile(wanted, {
    url: database.url,
    secretKey,
    clock: new ManualClock(),
    dryRun: false,
    egressAllow: [],
    reservedHosts: [],
    prune: true,
  });
  return applied.differences.map(({ sign, subject, detail }) =>
    [`${sign} ${subject}`, detail].filter((part) => part !== "").join(": "),
  );
}
function findError(text: string): string {
  try {
    parseProvisioningFile("parlour.yaml", text, env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

it("[CON-012] [CFG-021] [CFG-024] a channel of a service comes from the file with its secrets, and leaves with them as variables", async () => {
  await apply(baseFile);
  expect(await apply(createFile(valid))).toEqual(["+ whatsapp Shop"]);
  expect(await apply(createFile(valid))).toEqual([]);
  const { rows } = await pool.query<{ kind: string; settings: object; secrets: Buffer }>(
    "select kind, settings, secrets from channel",
  );
  expect(rows).toMatchObject([
    { kind: "whatsapp", settings: { phone_number_id: "1", waba_id: "2" } },
  ]);
  const stored = createSecrets(secretKey).open(rows[0]?.secrets ?? Buffer.alloc(0));
  expect(JSON.parse(stored)).toEqual({ access_token: env.WA_TOKEN, app_secret: env.WA_SECRET });
  const { config, yaml } = await exportProvisioningFile(createDb(pool), null);
  expect(yaml).not.toContain(env.WA_TOKEN);
  expect(config.channels).toMatchObject([
    {
      kind: "whatsapp",
      public_id: "Shop123456",
      settings: { phone_number_id: "1", access_token_env: "ACCESS_TOKEN_1_SHOP" },
    },
  ]);
  const again = { ACCESS_TOKEN_1_SHOP: env.WA_TOKEN, APP_SECRET_1_SHOP: env.WA_SECRET };
  const exported = yaml.replace(/api_keys: \[\]\n/, "");
  expect(await apply(exported, again)).toEqual([]);
});

it("[CON-012] changes name the fields and never the secrets; a channel that left the file is removed", async () => {
  const changed = createFile(valid.replace("'1'", "'7'"));
  expect(await apply(changed, { ...env, WA_TOKEN: "another-token-of-it" })).toEqual([
    expect.stringMatching(/^~ whatsapp Shop: settings .*"7".*; access_token$/),
  ]);
  expect(await apply(baseFile)).toEqual(["- whatsapp Shop"]);
});

it("[CON-012] [CFG-023] errors name the place and the field", () => {
  expect(findError(createFile(valid.replace("waba_id: '2', ", "")))).toContain("waba_id");
  expect(findError(createFile(`${valid}, other: 1`))).toContain("other");
  expect(findError(createFile(valid.replace("WA_TOKEN", "NOT_SET")))).toContain("NOT_SET");
  expect(findError(createFile(valid.replace(", app_secret_env: WA_SECRET", "")))).toContain(
    "app_secret",
  );
});
