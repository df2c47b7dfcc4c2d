import { createHash } from "node:crypto";
import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";

/**
 * Compares all output of a provisioning file with all kinds of settings (plan, errors, audit log,
 * export) with fixtures/provisioning.txt. Run with `-u` to accept a difference.
 */

const deriveSecret = (text: string): string =>
  `whsec_${createHash("sha256").update(text).digest("base64")}`;
const env = {
  CALLS_SECRET: deriveSecret("calls"),
  CALLS_SECRET_2: deriveSecret("other calls"),
  MAIL_PASSWORD: "mailed",
  S3_ACCESS: "a",
  S3_SECRET: "s",
  SSO: "login",
  SIGN: "i".repeat(40),
  OLD_URL: "https://93.184.216.34/old/Xk29fLq0",
  OLD_URL_2: "https://93.184.216.34/old/Yl30gMr1",
  SHORT: "short",
  OLD_URL_WRONG: "https://us:pw@93.184.216.34/old",
  OLD_URL_PRIVATE: "http://127.0.0.1:9999/old",
};

const baseFile = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "correct horse battery staple" }
`;
const firstFile = `version: 1
account: { name: Acme, locale: en, accent: "#123456", safe_url: [example.test], trust_webhook_links: true }
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "correct horse battery staple", phone: "+441", photo: "https://example.test/a.png", chat_limit: 5, languages: [en, pt-BR], skills: [Returns, VIP], hours: { timezone: Europe/Paris, week: { mon: ["09:00-17:00"] } } }
  - { email: bob@example.test, name: Bob }
departments:
  - { name: Sales, operators: [ann@example.test], match_language: true, skills: [Returns], working_hours: { timezone: Europe/Paris, week: { tue: ["10:00-11:00"] } } }
  - { name: Care, operators: [bob@example.test, ann@example.test] }
api_keys:
  - { name: tests, key: pk_test_0123456789abcdef0123456789abcdef, operator: ann@example.test, scopes: ["*"], expires_at: "2031-05-01T00:00:00.000Z" }
  - { name: shop, key: pk_shop_0123456789abcdef0123456789abcdef, operator: bob@example.test }
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, random_string: k3yk3yk3yk3yk3yk3yk3yk3y, endpoint_url: "https://93.184.216.34/chat", chunked: true, append_public_id: false, media_as: text with link, message_changes: true, bot_available: true, enabled: false, operators: [ann@example.test] }
  - { kind: api, name: Second app, endpoint_url: "https://93.184.216.34/second", operators: [] }
  - { kind: widget, name: Site, public_id: WiDgEt1234, origins: ["https://shop.example.test"], prefixes: [widget, acme], departments: [Sales], operators: [bob@example.test], accent: "#654321", identity_secret_env: SIGN }
  - { kind: widget, name: Blog, public_id: WiDgEt5678 }
bot_providers:
  - { id: night, name: Night bot, contact: bots@example.test, endpoint_url: "https://93.184.216.34/bots", scope: account }
  - { id: day, name: Day bot, endpoint_url: "https://93.184.216.34/day" }
bots:
  - { provider: night, token: t0ken, name: Robo, photo: "https://example.test/r.png", endpoint_url: "https://93.184.216.34/bot", channels: [WiDgEt1234], if: { fact: chat.channel, op: is, value: WiDgEt1234 }, hours: outside, precedence: 5, enabled: false, invite_wait_s: 90, silent_s: 30, sends_chat_closed: true, answers_settle: false, append_token: false, authorization: { token_url: "https://93.184.216.34/token", client_id: us, client_secret: hidden, scope: bots, client_auth: body } }
  - { provider: day, token: another }
webhooks:
  - { url: "https://93.184.216.34/hook?key=1", enabled: false, events: [chat_finished], channels: [WiDgEt1234], blocks: [tags], name: CRM, rating_wait_s: 5 }
  - { url: "https://93.184.216.34/all" }
working_hours: { timezone: Europe/London, week: { mon: ["09:00-18:00"] }, exceptions: { 2026-12-25: [] } }
routing: { mode: all, offer_s: 45, grace_s: 200 }
tags: [VIP, Refund, "  Lost parcel "]
canned_replies:
  - { shortcut: hi, text: "Hello!", folder: Greetings, language: en, department: Sales }
  - { shortcut: bye, text: "Bye, {visitor.name|friend}!" }
triggers:
  - { name: Cart help, enabled: false, once: visitor, if: { type: url, value: /cart }, do: [{ type: invitation, text: "Need help?", department: Sales }], channels: [WiDgEt1234] }
  - { name: Bye, do: [{ type: label, text: Wait }] }
security: { second_factor: required, required_from: "2030-01-01T00:00:00.000Z" }
calls: { enabled: true, driver: http, url: "https://93.184.216.34/calls", secret_env: CALLS_SECRET }
forwarding: { channel: AbCdEf1234, url_env: OLD_URL, secret: k3yk3yk3yk3yk3yk3yk3yk3y, operators_answer: false }
blacklist:
  - { email: bad@example.test, until: "2030-01-01T00:00:00.000Z", reason: spam }
  - { range: 198.51.100.7/24 }
egress: { allow: ["127.0.0.1:9100"] }
limits: { customer_per_second: 11 }
retention: { chats_days: 700, addresses_days: 30 }
mail: { host: mail.example.test, port: 465, tls: implicit, user: us, password_env: MAIL_PASSWORD, from: "Acme <chat@example.test>" }
storage: { kind: s3, endpoint: "https://s3.example.test", region: eu, bucket: files, prefix: chat, access_key_env: S3_ACCESS, secret_key_env: S3_SECRET }
oidc: [{ name: Acme login, issuer: "https://id.example.test", client_id: parlour, client_secret_env: SSO, domains: [example.test], role: viewer }]
`;
/** Changes a field of each resource, adds some and removes some. */
const secondFile = `version: 1
account: { name: Acme, locale: de, accent: "#abcdef", trust_webhook_links: false }
operators:
  - { email: ann@example.test, name: Ann B., role: owner, password: "another horse battery staple", chat_limit: 3, languages: [en], hours: { timezone: Europe/Paris, week: { tue: ["09:00-17:00"] } } }
  - { email: bob@example.test, name: Bob, role: admin, phone: "+442" }
  - { email: eve@example.test, name: Eve, role: viewer }
departments:
  - { name: SALES, operators: [ann@example.test, bob@example.test], working_hours: { timezone: Europe/Paris, week: { wed: ["10:00-11:00"] } } }
  - { name: Night, operators: [] }
api_keys:
  - { name: checks, key: pk_test_0123456789abcdef0123456789abcdef, operator: bob@example.test, scopes: [chats.read, visitors.read] }
channels:
  - { kind: api, name: Mobile app, public_id: AbCdEf1234, random_string: k3yk3yk3yk3yk3yk3yk3yk3z, secret: "${deriveSecret("new")}", endpoint_url: "https://93.184.216.34/chat2", operators: [bob@example.test] }
  - { kind: api, name: Second app, endpoint_url: "https://93.184.216.34/second", chunked: true, operators: [ann@example.test] }
  - { kind: widget, name: Site, public_id: WiDgEt1234, origins: ["https://shop.example.test", "https://other.example.test"], departments: [Night, Sales], operators: [ann@example.test], enabled: false }
bot_providers:
  - { id: night, name: Nightly bot, endpoint_url: "https://93.184.216.34/nightly", scope: account }
bots:
  - { provider: night, token: t0ken, name: Robot, endpoint_url: "https://93.184.216.34/bot2", channels: [], invite_wait_s: 60, secret: "${deriveSecret("bot")}" }
webhooks:
  - { url: "https://93.184.216.34/hook?key=1", events: [chat_finished, chat_accepted], channels: [WiDgEt1234, AbCdEf1234], name: CRM two, secret: "${deriveSecret("hook")}" }
working_hours: { timezone: Europe/London, week: { mon: ["09:00-17:00"] } }
routing: { offer_s: 30 }
tags: [vip, Complaint]
canned_replies:
  - { shortcut: HI, text: "Hello there!", folder: "Greetings/ New", language: en, department: sales }
  - { shortcut: thanks, text: "Thank you!" }
triggers:
  - { name: New, do: [{ type: open, start: call }] }
  - { name: cart help, once: session, do: [{ type: invitation, text: "Need some help?" }] }
security: { second_factor: optional }
calls: { enabled: false, driver: http, url: "https://93.184.216.34/calls2", secret_env: CALLS_SECRET_2 }
forwarding: { channel: AbCdEf1234, url_env: OLD_URL_2, secret: k3yk3yk3yk3yk3yk3yk3yk3z, chats_ring: true }
blacklist:
  - { email: bad@example.test, reason: more spam }
  - { country: aq }
egress: { allow: ["127.0.0.1:9101"] }
limits: { customer_per_second: 12, upload_mib: 30 }
retention: { chats_days: 600 }
mail: { host: mail2.example.test, from: "Acme <chat@example.test>" }
storage: { kind: disk }
oidc: [{ name: Acme sign-in, issuer: "https://id.example.test", client_id: parlour2, domains: [example.test, example.org], role: operator }]
`;
const unreadableFile = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "correct horse battery staple" }
departments:
  - { name: Sales, operators: [], working_hours: { timezone: Europe/Nowhere, week: {} } }
  - { name: sales, operators: [] }
api_keys:
  - { name: tests, operator: ann@example.test }
  - { name: shop, key: pk_shop_0123456789abcdef0123456789abcdef, operator: ann@example.test, scopes: [chats.reed], expires_at: soon }
  - { name: shop, key: pk_shop_0123456789abcdef0123456789abcdef, operator: ann@example.test }
channels:
  - { kind: api, name: App, endpoint_url: "https://us:pw@93.184.216.34/chat", operators: [] }
  - { kind: api, name: App, endpoint_url: "https://93.184.216.34/chat", operators: [] }
bot_providers:
  - { id: night, name: Night bot }
  - { id: night, name: Night bot }
bots:
  - { provider: night }
  - { provider: night, token: t0ken, authorization: { token_url: "https://93.184.216.34/token", client_id: us } }
  - { provider: night, token: t0ken }
webhooks:
  - { url: "https://us:pw@93.184.216.34/hook" }
  - { url: "https://us:pw@93.184.216.34/hook" }
working_hours: { timezone: Europe/London, week: { mon: ["19:00-18:00", "18:30-19:30"] } }
routing: { offer_s: 45 }
tags: ["  ", VIP, vip]
canned_replies:
  - { shortcut: hi, text: " " }
  - { shortcut: bye, text: "{visitor.nmae}", department: Nights }
  - { shortcut: BYE, text: "Bye", department: nights }
triggers:
  - { name: Cart help, if: { type: url }, do: [{ type: invitation, text: "Need help?", department: Nights }] }
  - { name: CART HELP, do: [{ type: label, text: Wait }] }
security: { second_factor: required, required_from: soon }
calls: { enabled: true, driver: http }
forwarding: { channel: AbCdEf1234, url_env: OLD_URL_WRONG, secret_env: SHORT }
blacklist:
  - { email: nobody }
  - { country: aq, until: soon }
  - { country: AQ }
mail: { host: mail.example.test, from: nobody }
oidc:
  - { name: A, issuer: "https://id.example.test", client_id: a, client_secret_env: NOT_SET }
  - { name: B, issuer: "https://id.example.test", client_id: a }
`;
/** One wrong value per field of the kinds that have a declaration. */
const wrongValuesFile = `version: 1
account: { name: Acme }
departments:
  - { name: "", operators: [nobody], working_hours: { timezone: 7 }, color: red }
  - { operators: [ann@example.test, ann@example.test] }
api_keys:
  - { name: "", operator: nobody, key: short, key_env: "1", scopes: [], expires_at: 7 }
  - { key: pk_shop_0123456789abcdef0123456789abcdef }
webhooks:
  - { url: ftp://crm.example, name: ${"x".repeat(101)}, secret: short, secret_env: "1", enabled: maybe, events: [], channels: ["?"], departments: [1], message_text: maybe, blocks: [tags, tags], rating_wait_s: 601 }
  - { events: [chat_exploded], blocks: [body], rating_wait_s: 1.5 }
tags: ["", 7, ${"x".repeat(51)}, { name: VIP }]
routing: { offer_s: 45, ladder_s: 1 }
forwarding: { channel: "?", url_env: "1", operators_answer: maybe, secret: short, url: "https://93.184.216.34/old" }
`;
const wrongReferencesFile = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "correct horse battery staple" }
departments:
  - { name: Sales, operators: [zoe@example.test] }
api_keys:
  - { name: tests, key: pk_test_0123456789abcdef0123456789abcdef, operator: zoe@example.test }
channels:
  - { kind: api, name: App, public_id: WiDgEt1234, endpoint_url: "http://127.0.0.1:9999/chat", operators: [zoe@example.test] }
  - { kind: widget, name: Site, public_id: AbCdEf1234, departments: [Nights], operators: [zoe@example.test] }
bots:
  - { provider: nobody, token: t0ken, channels: [NoNe123456] }
webhooks:
  - { url: "http://127.0.0.1:9999/hook", channels: [NoNe123456], departments: [Nights] }
triggers:
  - { name: Cart help, do: [{ type: invitation, text: "Need help?" }], channels: [NoNe123456] }
blacklist:
  - { customer: { channel: NoNe123456, id: "7" } }
forwarding: { channel: WiDgEt1234, url_env: OLD_URL_PRIVATE }
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
});
afterAll(() => pool.end());

async function apply(
  file: string,
  options: { readonly dryRun?: boolean; readonly prune?: boolean } = {},
): Promise<string> {
  const { differences, notPruned, createdSecrets } = await applyProvisioningFile(
    parseProvisioningFile("parlour.yaml", file, env),
    {
      url: database.url,
      secretKey: createHash("sha256").update("installation").digest(),
      clock: new ManualClock(),
      dryRun: options.dryRun ?? false,
      prune: options.prune ?? false,
      egressAllow: [],
      reservedHosts: [],
    },
  );
  return [
    ...differences.map(
      ({ sign, subject, detail }) => `${sign} ${subject}${detail && `: ${detail}`}`,
    ),
    ...notPruned.map((subject) => `not pruned: ${subject}`),
    ...createdSecrets.channels.map(({ name }) => `shown once: channel ${name}`),
    ...createdSecrets.secrets.map(({ subject }) => `shown once: ${subject}`),
    ...createdSecrets.invitations.map(({ email }) => `invitation: ${email}`),
  ].join("\n");
}
async function findErrors(file: string): Promise<string> {
  try {
    return await apply(file);
  } catch (error) {
    if (error instanceof StartError && error.exitCode === 78) return error.message;
    throw error;
  }
}
async function exportYaml(): Promise<string> {
  const { yaml, notes } = await exportProvisioningFile(createDb(pool), null);
  return [
    yaml.replaceAll(/ public_id: (?!AbCdEf1234|WiDgEt)\S+/g, " public_id: generated"),
    ...notes,
  ].join("\n");
}
/** Marks all settings as if operators had entered them. */
async function releaseFromFile(): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'managed' order by 1",
  );
  for (const { name } of rows)
    await pool.query(`update ${pg.escapeIdentifier(name)} set managed = false where managed`);
  await pool.query(
    "update account set settings = settings - array(select key from jsonb_object_keys(settings) as key where key like '%managed%')",
  );
}
async function listRows(text: string): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(text);
  return rows.map(({ line }) => line).join("\n");
}

it("[CFG-021] [CFG-022] [CFG-023] [CFG-024] a file of every kind of setting: each line of its plan, errors, audit log and export", async () => {
  const sections: [string, string][] = [];
  const record = async (title: string, run: Promise<string>): Promise<void> =>
    void sections.push([title, await run]);
  await record("first file, dry run", apply(firstFile, { dryRun: true }));
  await record("first file", apply(firstFile));
  await record("first file again", apply(firstFile, { prune: true }));
  await record("export of the first file", exportYaml());
  await releaseFromFile();
  await record("first file over settings of operators", apply(firstFile));
  await record("second file", apply(secondFile));
  await record(
    "second file again, prune, dry run",
    apply(secondFile, { prune: true, dryRun: true }),
  );
  await record("export of the second file", exportYaml());
  await record("errors while reading", findErrors(unreadableFile));
  await record("errors of values", findErrors(wrongValuesFile));
  await record("errors of references", findErrors(wrongReferencesFile));
  await record("a file without settings", apply(baseFile));
  await record("a file without settings, prune", apply(baseFile, { prune: true }));
  await record("export of the file without settings", exportYaml());
  await record(
    "audit log",
    listRows(
      "select action || ' ' || target || coalesce(' by ' || actor_kind, '') as line from audit where actor_kind = 'file' order by id",
    ),
  );
  await record(
    "settings_changed",
    listRows(
      "select body::text as line from journal where name = 'settings_changed' order by position",
    ),
  );
  await expect(
    sections.map(([title, text]) => `=== ${title}\n${text}\n`).join("\n"),
  ).toMatchFileSnapshot("fixtures/provisioning.txt");
});
