import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
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
const routingFile = `${baseFile}routing: { mode: round_robin, offer_s: 20, push_s: 0, grace_s: 600, queue: true }
`;
async function apply(text: string, prune = false): Promise<readonly string[]> {
  const config = parseProvisioningFile("parlour.yaml", text, {});
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
const readStoredSettings = async (): Promise<unknown> =>
  (await pool.query<{ settings: object }>("select settings from account")).rows[0]?.settings;
function findError(text: string): string {
  try {
    parseProvisioningFile("parlour.yaml", text, {});
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

it("[CFG-130] [CORE-322] operators of all channels are on those that do not name them, also on later ones; without it, only on those that do", async () => {
  const withBob = (channels: string): string =>
    `${baseFile}  - { email: bob@example.test, name: Bob${channels} }
channels:
  - { kind: widget, name: Site, public_id: OpErAtOr12, origins: ["https://shop.example.test"], operators: [ann@example.test] }
`;
  const readMembers = async (): Promise<readonly string[]> =>
    (
      await pool.query<{ email: string }>(
        "select o.email from channel_operator m join operator o on o.id = m.operator_id order by 1",
      )
    ).rows.map(({ email }) => email);
  await apply(withBob(", channels: all"));
  expect(await readMembers()).toEqual(["ann@example.test", "bob@example.test"]);
  expect(await apply(withBob(", channels: all"))).toEqual([]);
  await apply(withBob(""));
  expect(await readMembers()).toEqual(["ann@example.test"]);
  expect(await apply(withBob(""))).toEqual([]);
  await apply(withBob(", channels: all"));
  expect(await readMembers()).toEqual(["ann@example.test", "bob@example.test"]);
  const { config } = await exportProvisioningFile(createDb(pool), null);
  expect(config.operators).toContainEqual(
    expect.objectContaining({ email: "bob@example.test", channels: "all" }),
  );
  await apply(baseFile, true);
});

it("[CFG-021] [CFG-024] [CFG-025] [CORE-033] [CORE-035] routing goes into the account and comes back; what the file leaves out has its default", async () => {
  await apply(baseFile);
  expect(await apply(routingFile)).toEqual([
    'routing: mode "all" → "round_robin"; offer_s 30 → 20; push_s 180 → 0; grace_s 300 → 600; queue false → true'.replace(
      /^/,
      "~ ",
    ),
  ]);
  expect(await readStoredSettings()).toMatchObject({
    routing: {
      mode: "round_robin",
      offerMs: 20_000,
      pushMs: 0,
      graceMs: 600_000,
      showsQueue: true,
    },
    routing_managed: true,
  });
  expect(await apply(routingFile)).toEqual([]);
  const exported = await createDb(pool).transaction((tx) => exportProvisioningFile(tx, null));
  expect(exported.config.routing).toMatchObject({
    mode: "round_robin",
    offer_s: 20,
    remind_s: 1800,
    queue: true,
  });
  expect(parse(exported.yaml)).toEqual(exported.config);
  expect(await apply(exported.yaml)).toEqual([]);
  expect(await apply(`${baseFile}routing: { offer_s: 20 }\n`)).toEqual([
    expect.stringMatching(/^~ routing: mode "round_robin" → "all"/),
  ]);
  expect(await apply(baseFile)).toEqual([]);
  expect(await apply(baseFile, true)).toEqual(["- routing"]);
  expect(await readStoredSettings()).not.toHaveProperty("routing");
});

it("[CFG-036] [CFG-021] [CFG-024] [CORE-013] a second factor asked of everybody comes back as the time from which it is; days of grace are not begun again", async () => {
  const from = async (): Promise<unknown> =>
    (await pool.query<{ from: Date | null }>("select second_factor_from as from from account"))
      .rows[0]?.from;
  await apply(baseFile);
  const asked = `${baseFile}security: { second_factor: required }\n`;
  expect(await apply(asked)).toEqual(['~ security: second_factor "optional" → "required"']);
  const begun = await from();
  expect(begun).toEqual(new Date(new ManualClock().now() + 14 * 86_400_000));
  expect(await apply(asked)).toEqual([]);
  const exported = await createDb(pool).transaction((tx) => exportProvisioningFile(tx, null));
  expect(exported.config.security).toEqual({
    second_factor: "required",
    required_from: (begun as Date).toISOString(),
  });
  expect(await apply(exported.yaml)).toEqual([]);
  const later = `${baseFile}security: { second_factor: required, required_from: "2031-01-01T00:00:00Z" }\n`;
  expect(await apply(later)).toEqual([
    expect.stringMatching(/^~ security: required_from "20.*" → "2031-01-01T00:00:00.000Z"$/),
  ]);
  expect(await apply(asked)).toEqual([]);
  expect(await apply(baseFile, true)).toEqual(["- security"]);
  expect([await from(), await readStoredSettings()]).toEqual([
    null,
    expect.not.objectContaining({ security_managed: true }),
  ]);
  expect(
    findError(`${baseFile}security: { second_factor: required, required_from: soon }\n`),
  ).toMatch(/security\.required_from.*CFG-036/);
  expect(
    findError(`${baseFile}security: { second_factor: optional, required_from: "2031-01-01" }\n`),
  ).toMatch(/security\.required_from.*CFG-036/);
});

it("[CFG-023] [CORE-035] a fault names its line and key", () => {
  expect(findError(`${baseFile}routing: { channel_s: 20 }\n`)).toMatch(
    /parlour\.yaml:5.*routing\.channel_s.*CORE-035/,
  );
  expect(findError(`${baseFile}routing: { remind_s: 5 }\n`)).toMatch(/routing\.remind_s/);
  expect(findError(`${baseFile}routing: { ring: 5 }\n`)).toMatch(/routing\.ring.*not a valid key/);
});
