import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { loadAccountConfig } from "../src/store/settings/account/config.ts";
import { unseal } from "../src/store/database/seal.ts";
import { createDb } from "../src/store/database/sql.ts";
import { prepareReset } from "./reused-database.ts";

const secretKey = Buffer.alloc(32, 9);
const clock = new ManualClock();
const createWebhookSecret = (fill: number): string =>
  `whsec_${Buffer.alloc(32, fill).toString("base64")}`;
const env = {
  CLIENT_SECRET: "cs-9f2b",
  HOOK_SECRET: createWebhookSecret(7),
  BOT_TOKEN: "t0ken-from-the-environment",
};

const sampleFile = `version: 1
account: { name: Acme, safe_url: [shop.example], trust_webhook_links: true }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
  - { email: bob@example.test, name: Bob, password: "another horse battery" }
departments:
  - { name: Sales, operators: [ann@example.test, bob@example.test] }
  - name: Nights
    operators: [bob@example.test]
    working_hours: { timezone: Asia/Tokyo, week: { fri: ["22:00-06:00"] } }
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, endpoint_url: "http://127.0.0.1:9100/chat", operators: [ann@example.test] }
bot_providers:
  - { id: night, name: Night bot, contact: night@bots.example, endpoint_url: "http://127.0.0.1:9101/default" }
  - { id: own, name: Own bot, scope: account }
bots:
  - { provider: night, token: t0ken, channels: [AbCdEf1234] }
  - provider: own
    token_env: BOT_TOKEN
    name: Robo
    endpoint_url: http://127.0.0.1:9101/bot
    silent_s: 30
    authorization: { token_url: "http://127.0.0.1:9101/token", client_id: parlour, client_secret_env: CLIENT_SECRET, scope: chat, client_auth: body }
webhooks:
  - { url: "http://127.0.0.1:9102/hook?tenant=7", secret_env: HOOK_SECRET }
  - { url: "http://127.0.0.1:9102/other", events: [chat_finished], channels: [AbCdEf1234], blocks: [tags], enabled: false }
working_hours:
  timezone: Europe/London
  week: { mon: ["09:00-12:00", "13:00-18:00"], sat: ["10:00-24:00"] }
  exceptions: { 2026-12-25: [] }
egress: { allow: ["127.0.0.1:9100", "127.0.0.1:9101", "127.0.0.1:9102"] }
`;

let database: TestDatabase;
let pool: pg.Pool;
let reset = "";
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
  reset = await prepareReset(pool);
});
beforeEach(() => pool.query(reset));
// The database server removes the database later. Dropping it now would break connections of
// pools that are closing.
afterAll(() => pool.end());

function apply(
  text: string,
  options: { dryRun?: boolean; prune?: boolean; env?: Record<string, string> } = {},
): Promise<ApplyResult> {
  const config = parseProvisioningFile("parlour.yaml", text, options.env ?? env);
  return applyProvisioningFile(config, {
    url: database.url,
    secretKey,
    clock,
    dryRun: options.dryRun ?? false,
    prune: options.prune ?? false,
    egressAllow: [],
    reservedHosts: [],
  });
}
async function findErrors(text: string): Promise<string[]> {
  try {
    await apply(text);
  } catch (error) {
    if (error instanceof StartError && error.exitCode === 78) return error.message.split("\n");
    throw error;
  }
  return [];
}
const formatPlan = (applied: ApplyResult): string[] =>
  applied.differences.map((d) => `${d.sign} ${d.subject}`);
const queryRows = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> =>
  (await pool.query<R>(text)).rows;
async function dumpTables(): Promise<string> {
  const tables = [
    "account",
    "account_head",
    "department",
    "department_operator",
    "bot_provider",
    "bot",
    "bot_channel",
    "webhook",
  ];
  const dump: unknown[] = [];
  for (const table of [...tables, "webhook_channel", "endpoint", "journal"])
    dump.push(await queryRows(`select * from ${table} order by 1, 2`));
  return JSON.stringify(dump);
}

describe("departments, hours, bots and webhooks in the provisioning file", () => {
  it("[CFG-021] [BOT-003] [WH-001] [CORE-023] the sample makes them; a second time changes nothing", async () => {
    const first = await apply(sampleFile);
    expect(formatPlan(first).slice(-10)).toEqual([
      "+ working hours",
      "+ department Sales",
      "+ department Nights",
      "+ channel App",
      "+ bot provider night",
      "+ bot provider own",
      "+ bot Night bot",
      "+ bot Robo",
      "+ webhook http://127.0.0.1:9102/hook",
      "+ webhook http://127.0.0.1:9102/other",
    ]);
    // A generated secret is shown once. A secret from the file is not shown.
    expect(first.createdSecrets.secrets.map((made) => made.subject)).toEqual([
      "bot Night bot",
      "bot Robo",
      "webhook http://127.0.0.1:9102/other",
    ]);
    const before = await dumpTables();
    expect(formatPlan(await apply(sampleFile))).toEqual([]);
    expect(await dumpTables()).toBe(before);
  });

  it("[CFG-021] [CORE-090] [CORE-091] what verbs read of them", async () => {
    await apply(sampleFile);
    const config = await loadAccountConfig(openPool(), 1);
    expect(
      [...config.departments.values()].map((d) => [d.name, d.operators.size, d.hours]),
    ).toEqual([
      ["Sales", 2, null],
      [
        "Nights",
        1,
        { timezone: "Asia/Tokyo", week: { fri: [["22:00", "06:00"]] }, exceptions: {} },
      ],
    ]);
    expect(config.hours).toEqual({
      timezone: "Europe/London",
      week: {
        mon: [
          ["09:00", "12:00"],
          ["13:00", "18:00"],
        ],
        sat: [["10:00", "24:00"]],
      },
      exceptions: { "2026-12-25": [] },
    });
    const [channel] = config.channels.keys();
    expect(
      [...config.bots.values()].map(({ name, enabled, channels, silentMs, inviteWaitMs }) => [
        name,
        enabled,
        channels,
        silentMs,
        inviteWaitMs,
      ]),
    ).toEqual([
      ["Night bot", true, new Set([channel]), 0, 60_000],
      ["Robo", true, null, 30_000, 60_000],
    ]);
    expect(
      [...config.webhooks.values()].map(({ enabled, events, channels, blocks }) => [
        enabled,
        events.size,
        channels,
        blocks,
      ]),
    ).toEqual([
      [true, 6, null, new Set()],
      [false, 1, new Set([channel]), new Set(["tags"])],
    ]);
  });

  it("[BOT-003] [CORE-124] [CORE-125] tokens, client secrets and signing secrets are stored sealed, endpoints by default from the provider", async () => {
    await apply(sampleFile);
    const [night, own] = await queryRows<{
      token: Buffer;
      client_secret: Buffer | null;
      url: string;
      token_short: boolean;
      client_auth: string;
    }>("select b.*, e.url from bot b join endpoint e on e.id = b.endpoint_id order by b.id");
    expect([night?.url, night?.token_short, night?.client_secret]).toEqual([
      "http://127.0.0.1:9101/default",
      true,
      null,
    ]);
    expect([own?.url, own?.token_short, own?.client_auth]).toEqual([
      "http://127.0.0.1:9101/bot",
      false,
      "body",
    ]);
    expect(night && unseal(secretKey, night.token)).toBe("t0ken");
    expect(own?.client_secret && unseal(secretKey, own.client_secret)).toBe("cs-9f2b");
    const [hook] = await queryRows<{ secret: Buffer; url: string }>(
      "select e.* from webhook w join endpoint e on e.id = w.endpoint_id order by w.id",
    );
    expect(hook && unseal(secretKey, hook.secret)).toBe(env.HOOK_SECRET);
    expect(hook?.url).toBe("http://127.0.0.1:9102/hook?tenant=7");
    const text = JSON.stringify(await queryRows("select * from audit"));
    expect(text).not.toMatch(/t0ken|cs-9f2b|whsec_|tenant=7/);
  });

  it("[CFG-021] each change is found and carried out, secrets with 24 h of overlap", async () => {
    await apply(sampleFile);
    const changed = sampleFile
      .replace(
        "{ name: Sales, operators: [ann@example.test, bob@example.test] }",
        "{ name: Sales, operators: [ann@example.test] }",
      )
      .replace("token: t0ken, channels: [AbCdEf1234]", "token: t0ken, enabled: false")
      .replace("client_secret_env: CLIENT_SECRET", "client_secret: cs-new")
      .replace("events: [chat_finished]", "events: [chat_finished, call_event]")
      .replace('mon: ["09:00-12:00", "13:00-18:00"]', 'mon: ["09:00-18:00"]');
    const applied = await apply(changed, { env: { ...env, HOOK_SECRET: createWebhookSecret(8) } });
    expect(applied.differences.map((d) => `${d.sign} ${d.subject}: ${d.detail}`)).toEqual([
      expect.stringMatching(/^~ working hours: week .*09:00-18:00/),
      '~ department Sales: operators ["ann@example.test","bob@example.test"] → ["ann@example.test"]',
      '~ bot Night bot: channels ["AbCdEf1234"] → null; enabled true → false',
      "~ bot Robo: authorization.client_secret",
      "~ webhook http://127.0.0.1:9102/hook: secret",
      '~ webhook http://127.0.0.1:9102/other: events ["chat_finished"] → ["call_event","chat_finished"]',
    ]);
    const [hook] = await queryRows<{ previous_secret_until: Date }>(
      "select * from endpoint where url like '%tenant%'",
    );
    expect(hook?.previous_secret_until.getTime()).toBe(clock.now() + 86_400_000);
    expect(
      formatPlan(await apply(changed, { env: { ...env, HOOK_SECRET: createWebhookSecret(8) } })),
    ).toEqual([]);
  });

  it("[CFG-022] what the file no longer names goes with --prune only, and a provider's id may come back by the file alone", async () => {
    await apply(sampleFile);
    const without = `${sampleFile.slice(0, sampleFile.indexOf("departments:"))}${sampleFile.slice(sampleFile.indexOf("channels:"), sampleFile.indexOf("bot_providers:"))}egress: { allow: ["127.0.0.1:9100"] }\n`;
    const removedSubjects = [
      "webhook http://127.0.0.1:9102/hook",
      "webhook http://127.0.0.1:9102/other",
      "bot Night bot",
      "bot Robo",
      "bot provider night",
      "bot provider own",
      "department Sales",
      "department Nights",
      "working hours",
    ];
    const reapplied = await apply(without);
    expect([formatPlan(reapplied), reapplied.notPruned]).toEqual([["~ instance"], removedSubjects]);
    expect(formatPlan(await apply(without, { dryRun: true, prune: true }))).toEqual(
      removedSubjects.map((subject) => `- ${subject}`),
    );
    await apply(without, { prune: true });
    const config = await loadAccountConfig(openPool(), 1);
    expect([config.departments.size, config.hours]).toEqual([0, null]);
    expect(
      [...config.bots.values(), ...config.webhooks.values()].map((one) => one.enabled),
    ).toEqual([false, false, false, false]);
    expect(formatPlan(await apply(sampleFile))).toEqual(
      expect.arrayContaining(["~ bot provider night", "+ bot Night bot"]),
    );
  });

  it("[CFG-022] [BOT-001] a provider that goes takes the connections of other accounts out of service, and they hear of it", async () => {
    await apply(sampleFile);
    await pool.query(`with a as (insert into account (name) values ('Other') returning id), h as (insert into account_head (account_id) select id from a),
      e as (insert into endpoint (account_id, kind, url, secret, secret_hint) select id, 'bot', 'https://bots.example/', 's', 's' from a returning account_id, id)
      insert into bot (account_id, provider_id, endpoint_id, name, token, token_hash, token_short) select account_id, 'night', id, 'Theirs', 't', 'h', false from e`);
    const enabled = async (): Promise<unknown> =>
      [...(await loadAccountConfig(openPool(), 2)).bots.values()].map((bot) => bot.enabled);
    expect(await enabled()).toEqual([true]);
    const without = sampleFile
      .replace(/ {2}- \{ id: night.*\n/, "")
      .replace(/ {2}- \{ provider: night.*\n/, "");
    expect(formatPlan(await apply(without, { prune: true }))).toEqual([
      "- bot Night bot",
      "- bot provider night",
    ]);
    expect(await enabled()).toEqual([false]);
    expect(await queryRows("select body from journal where account_id = 2")).toEqual([
      { body: JSON.stringify({ kind: "bot_provider", id: null }) },
    ]);
    await apply(sampleFile);
    expect(await enabled()).toEqual([true]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      "an unknown zone",
      (t) => t.replace("Europe/London", "Europe/Lodnon"),
      /^parlour\.yaml:28: working_hours\.timezone: Europe\/Lodnon is no IANA time zone; .* \(CORE-090\)$/,
    ],
    [
      "an offset for a zone",
      (t) => t.replace("Europe/London", "+01:00"),
      /working_hours\.timezone: .*IANA.* \(CORE-090\)$/,
    ],
    [
      "a date that is none",
      (t) => t.replace("2026-12-25", "2026-02-30"),
      /working_hours\.exceptions: 2026-02-30 is no date/,
    ],
    [
      "exceptions that share a day",
      (t) =>
        t.replace(
          "  exceptions: { 2026-12-25: [] }",
          "  exceptions: { 2026-12-25: [], 2026-12-31: [] }\n  exception_details: { 2026-12-25: { until: 2027-01-02 } }",
        ),
      /:31: working_hours\.exception_details\.2026-12-25\.until: the exceptions of 2026-12-25 and 2026-12-31 share a day/,
    ],
    [
      "an hour that is none",
      (t) => t.replace("22:00-06:00", "22:00-26:00"),
      /departments\[1\]\.working_hours\.week\.fri\[0\]: has an invalid format/,
    ],
    [
      "24:00 as a beginning",
      (t) => t.replace("22:00-06:00", "24:00-06:00"),
      /departments\[1\]\.working_hours\.week\.fri\[0\]: has an invalid format/,
    ],
    [
      "an unknown operator",
      (t) => t.replace("operators: [bob@example.test]", "operators: [eve@example.test]"),
      /departments\[1\]\.operators\[0\]: no operator eve@example\.test/,
    ],
    [
      "a department twice",
      (t) => t.replace("name: Nights", "name: SALES"),
      /departments\[1\]\.name: has the same name as departments\[0\]/,
    ],
    [
      "an unknown provider",
      (t) => t.replace("provider: own", "provider: none"),
      /bots\[1\]\.provider: no bot provider none in this file or installation \(BOT-003\)/,
    ],
    [
      "a malformed provider id",
      (t) => t.replace("id: own", "id: o!n").replace("provider: own", "provider: night"),
      /bot_providers\[1\]\.id: must be 2 to 64 characters of letters, digits, dots, hyphens and underscores/,
    ],
    [
      "a provider twice",
      (t) => t.replace("id: own", "id: night"),
      /bot_providers\[1\]\.id: has the same id as bot_providers\[0\] \(BOT-001\)/,
    ],
    [
      "no token",
      (t) => t.replace("token: t0ken, ", ""),
      /bots\[0\]: token or token_env is missing \(BOT-003\)/,
    ],
    [
      "a token with a space",
      (t) => t.replace("t0ken,", '"t0 ken",'),
      /bots\[0\]\.token: has an invalid format/,
    ],
    [
      "no endpoint anywhere",
      (t) => t.replace("    endpoint_url: http://127.0.0.1:9101/bot\n", ""),
      /bots\[1\]: endpoint_url is missing, and the provider has no default \(BOT-003\)/,
    ],
    [
      "an unknown channel",
      (t) =>
        t.replace("token: t0ken, channels: [AbCdEf1234]", "token: t0ken, channels: [Nobody1234]"),
      /bots\[0\]\.channels\[0\]: no channel with public_id Nobody1234/,
    ],
    [
      "an unknown event",
      (t) => t.replace("[chat_finished]", "[chat_ended]"),
      /webhooks\[1\]\.events\[0\]: must be one of/,
    ],
    [
      "a webhook twice",
      (t) => t.replace(/^( {2}- { url.*other.*\n)/m, "$1$1"),
      /webhooks\[2\]: duplicates webhooks\[1\] \(WH-001\)/,
    ],
    [
      "a name in the address",
      (t) => t.replace("127.0.0.1:9102/other", "u:p@127.0.0.1:9102/other"),
      /webhooks\[1\]\.url: must be an absolute .* \(WH-001\)/,
    ],
    [
      "a private receiver",
      (t) => t.replace("127.0.0.1:9102/other", "10.1.2.3/other"),
      /webhooks\[1\]\.url: 10\.1\.2\.3 does not lead to a public address\. .* adds 10\.1\.2\.3:80 .* \(CORE-123\)/,
    ],
    [
      "a bot by plain http",
      (t) => t.replace("127.0.0.1:9101/bot", "1.1.1.1/bot"),
      /bots\[1\]\.endpoint_url: .*https.* \(CORE-123\)/,
    ],
    [
      "a provider by plain http",
      (t) => t.replace("127.0.0.1:9101/default", "1.1.1.1/bot"),
      /bot_providers\[0\]\.endpoint_url: .*https.* \(CORE-123\)/,
    ],
  ])(
    "[CFG-023] [CORE-090] %s is a fault with its place, and nothing is changed",
    async (_what, change, expected) => {
      const faults = await findErrors(change(sampleFile));
      expect(faults).toEqual([expect.stringMatching(expected)]);
      expect(await queryRows("select from account")).toEqual([]);
    },
  );

  it("[BOT-003] a token that another account uses with this provider is refused", async () => {
    await apply(sampleFile);
    await pool.query("update account set managed = false, name = 'Other'");
    await pool.query("update operator set email = 'x' || email");
    await pool.query("update channel set public_id = 'x' || public_id");
    await pool.query("update bot_provider set account_id = null");
    await pool.query(
      "with a as (insert into account (name) values ('Acme') returning id) insert into account_head (account_id) select id from a",
    );
    expect(await findErrors(sampleFile)).toEqual([
      expect.stringMatching(
        /bots\[0\]: another account already uses this token of the provider \(BOT-003\)/,
      ),
      expect.stringMatching(
        /bots\[1\]: another account already uses this token of the provider \(BOT-003\)/,
      ),
    ]);
  });

  it("[CFG-024] the export names no secret and, with its variables set, changes nothing where it came from", async () => {
    await apply(sampleFile);
    const exported = await createDb(pool).transaction((tx) => exportProvisioningFile(tx, null));
    expect(exported.yaml).not.toMatch(/t0ken|cs-9f2b|whsec_/);
    expect(parse(exported.yaml)).toEqual(exported.config);
    const secrets = await queryRows<{ kind: string; secret: Buffer }>(
      "select * from endpoint order by id",
    );
    const [channel = "", night = "", own = "", hook = "", other = ""] = secrets.map((row) =>
      unseal(secretKey, row.secret),
    );
    const [address] = await queryRows<{ sealed: Buffer }>("select * from channel_secret");
    const variables = {
      RANDOM_STRING_1_APP: address ? unseal(secretKey, address.sealed) : "",
      CHANNEL_SECRET_1_APP: channel,
      BOT_TOKEN_1_NIGHT_BOT: "t0ken",
      BOT_SECRET_1_NIGHT_BOT: night,
      BOT_TOKEN_2_ROBO: env.BOT_TOKEN,
      BOT_SECRET_2_ROBO: own,
      BOT_CLIENT_SECRET_2_ROBO: env.CLIENT_SECRET,
      WEBHOOK_SECRET_1_127_0_0_1: hook,
      WEBHOOK_SECRET_2_127_0_0_1: other,
    };
    expect(formatPlan(await apply(exported.yaml, { env: variables }))).toEqual([]);
  });

  it("[CFG-024] what outlived its channels or people goes out as it stands, and such a file is taken", async () => {
    const more = `triggers: [{ name: Hello, do: [{ type: open }], channels: [WiDgEt1234] }]\n`;
    const site = `channels:\n  - { kind: widget, name: Site, public_id: WiDgEt1234, operators: [bob@example.test] }
  - { kind: api, name: Desk, public_id: BcDeFg2345, endpoint_url: "http://127.0.0.1:9100/desk", operators: [bob@example.test] }\n`;
    const keys = `api_keys:\n${["a", "b"].map((fill) => `  - { name: Ours, key: pk_${fill.repeat(30)}, operator: ann@example.test }\n`).join("")}`;
    // Two webhooks for the same address receive different events.
    const text =
      sampleFile.replace("channels:\n", site).replace("9102/other", "9102/hook?tenant=7") +
      more +
      keys;
    await apply(text);
    expect(formatPlan(await apply(text))).toEqual([]);
    await queryRows("update operator set active = false where name = 'Bob'");
    await queryRows(
      "update channel set deleted_at = now() where public_id in ('AbCdEf1234', 'WiDgEt1234')",
    );
    const exported = await createDb(pool).transaction((tx) => exportProvisioningFile(tx, null));
    const none: string[] = [];
    expect(exported.config).toMatchObject({
      api_keys: [{ name: "Ours" }, { name: "Ours" }],
      channels: [{ public_id: "BcDeFg2345", operators: none }],
      bots: [{ channels: none }, {}],
      webhooks: [
        { url: "http://127.0.0.1:9102/hook?tenant=7" },
        { url: "http://127.0.0.1:9102/hook?tenant=7", channels: none },
      ],
      triggers: [{ channels: none }],
    });
    const values = (name: string): string =>
      /^(CHANNEL|BOT|WEBHOOK)_SECRET/.test(name)
        ? createWebhookSecret(name.length)
        : name.padEnd(30, "x");
    const named = [...exported.yaml.matchAll(/_env: (\S+)/g)].map(
      ([, name = ""]) => [name, values(name)] as const,
    );
    const again = await apply(exported.yaml, {
      env: {
        ...Object.fromEntries(named),
        BOT_TOKEN_1_NIGHT_BOT: "t0ken",
        BOT_TOKEN_2_ROBO: env.BOT_TOKEN,
      },
    });
    // The export omits deactivated operators, and the new secrets differ.
    expect(again.differences.map((d) => `${d.sign} ${d.subject}: ${d.detail}`)).toEqual([
      "+ api key Ours: ",
      "+ api key Ours: ",
      `~ department Sales: operators ["ann@example.test","bob@example.test"] → ["ann@example.test"]`,
      `~ department Nights: operators ["bob@example.test"] → []`,
      `~ channel Desk: operators ["bob@example.test"] → []; random_string; secret`,
      "~ bot Night bot: secret",
      "~ bot Robo: secret; authorization.client_secret",
      "~ webhook http://127.0.0.1:9102/hook: secret",
      "~ webhook http://127.0.0.1:9102/hook: secret",
    ]);
  });

  it("[CFG-023] [CH-002] a public id of the account's other kind of channel is a fault of the file", async () => {
    await apply(sampleFile);
    const widget = sampleFile.replace(
      / {2}- { kind: api.*\n/,
      "  - { kind: widget, name: App, public_id: AbCdEf1234 }\n",
    );
    expect(await findErrors(widget)).toEqual([
      expect.stringMatching(
        /channels\[0\]\.public_id: is already used by a channel of kind api .*\(CH-002\)/,
      ),
    ]);
  });
});

/** Opens a pool that reads int8 as numbers, as the store does. */
function openPool(): Pick<pg.Pool, "query"> {
  return {
    query: (async (config: pg.QueryConfig) => {
      const { rows: found } = await pool.query<Record<string, unknown>>(config);
      return { rows: found.map((row) => ({ ...row, version: Number(row["version"]) })) };
    }) as unknown as pg.Pool["query"],
  };
}
