import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";

const head = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
  - { email: vera@example.test, name: Vera, password: "correct horse battery staple", role: viewer }
departments:
  - { name: Sales, operators: [ann@example.test] }
  - { name: Care, operators: [ann@example.test] }
`;
const sampleFile = `${head}channels:
  - kind: widget
    name: Site
    public_id: WiDgEt1234
    origins: ["http://127.0.0.1:9200"]
    prefixes: [widget, acme]
    departments: [Care, sales]
    texts: { en: { greeting: Hello }, ru: { label: Чат, greeting: Привет } }
    hours: { timezone: Europe/London, week: { mon: ["09:00-18:00"] } }
    identity_secret_env: SIGN
webhooks:
  - { url: "https://hooks.example/in", channels: [WiDgEt1234] }
`;
const env = { SIGN: "a".repeat(43) };

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
});
afterAll(() => pool.end());

const apply = (text: string, prune = false): Promise<ApplyResult> =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, env), {
    url: database.url,
    secretKey: Buffer.alloc(32, 9),
    clock: new ManualClock(),
    dryRun: false,
    prune,
    egressAllow: [],
    reservedHosts: [],
  });
const formatPlan = ({ differences }: ApplyResult): string[] =>
  differences.map((d) => `${d.sign} ${d.subject}${d.detail && `: ${d.detail}`}`);
const readStoredWidgets = async () => {
  const { rows } = await pool.query<{
    widget: object;
    managed: boolean;
    secret: boolean;
    operators: string[];
  }>(
    `select c.widget, c.managed, c.identity_secret is not null as secret,
       array(select o.email from channel_operator co join operator o on o.id = co.operator_id where co.channel_id = c.id) as operators
     from channel c where c.public_id = 'WiDgEt1234' and c.deleted_at is null`,
  );
  return rows[0];
};

/** The second test changes and removes the widget that the first one creates. */
describe("a widget of the file", { shuffle: false }, () => {
  it("[CFG-021] [CFG-024] [CFG-025] [WG-047] a widget of the file is applied, a second time without a change, exported and applied again", async () => {
    expect(formatPlan(await apply(sampleFile))).toEqual(
      expect.arrayContaining(["+ widget Site", "+ webhook https://hooks.example/in"]),
    );
    expect(await readStoredWidgets()).toMatchObject({
      managed: true,
      secret: true,
      operators: ["ann@example.test"],
      widget: {
        ...defaultWidgetSettings,
        prefixes: ["widget", "acme"],
        departments: [2, 1],
        hours: { timezone: "Europe/London" },
        texts: {},
        origins: ["http://127.0.0.1:9200"],
      },
    });
    expect(formatPlan(await apply(sampleFile))).toEqual([]);
    const { config, yaml } = await exportProvisioningFile(createDb(pool), null);
    expect(config.channels).toEqual([
      {
        kind: "widget",
        name: "Site",
        public_id: "WiDgEt1234",
        enabled: true,
        operators: ["ann@example.test"],
        departments: ["Care", "Sales"],
        prefixes: ["widget", "acme"],
        origins: ["http://127.0.0.1:9200"],
        texts: { en: { greeting: "Hello" }, ru: { label: "Чат", greeting: "Привет" } },
        hours: { timezone: "Europe/London", week: { mon: ["09:00-18:00"] } },
        identity_secret_env: "IDENTITY_SECRET_1_SITE",
      },
    ]);
    expect(yaml).not.toContain(env.SIGN);
  });

  it("[CFG-021] [CFG-022] what changed is named without the secret; what the file no longer names goes with --prune alone", async () => {
    const next = sampleFile
      .replace("prefixes: [widget, acme]", 'accent: "#112233"')
      .replace(/ {4}hours:.*\n/, "");
    const [line, ...more] = formatPlan(await apply(next));
    expect(more).toEqual([]);
    expect(line).toMatch(/^~ widget Site: /);
    expect(line).toContain('accent "#0B6B5D" → "#112233"');
    expect(line).toContain('prefixes ["widget","acme"] → ["widget"]');
    expect(line).toContain("→ null");
    expect(formatPlan(await apply(`${head}webhooks: []\n`))).toEqual([]);
    expect(formatPlan(await apply(`${head}webhooks: []\n`, true))).toContain("- widget Site");
    expect(await readStoredWidgets()).toBeUndefined();
  });
});

it.each([
  [
    'origins: ["http://127.0.0.1:9200"]',
    "origins: [shop.example]",
    /:13: channels\[0\]\.origins\[0\]: .*\(WG-090\)/,
  ],
  [
    "departments: [Care, sales]",
    "departments: [Nobody]",
    /departments\[0\]: no department Nobody in this file or account/,
  ],
  ["public_id: WiDgEt1234", "public_id: short", /channels\[0\]\.public_id/],
  ["prefixes: [widget, acme]", "prefix: acme", /channels\[0\]\.prefix: is not a valid key here/],
  [
    "identity_secret_env: SIGN",
    "identity_secret_env: NONE",
    /the environment variable NONE is not set/,
  ],
])("[CFG-023] %s -> %s stops with the place of the fault", async (from, to, message) => {
  await expect((async () => apply(sampleFile.replace(from, to)))()).rejects.toThrow(message);
});
