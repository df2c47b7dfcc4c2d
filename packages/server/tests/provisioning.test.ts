import { createHash, randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { LimitsConfig } from "@parlour/protocol/config";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ManualClock } from "../src/clock.ts";
import { StartFault } from "../src/embedded/fault.ts";
import { defaultLimits } from "../src/limits/names.ts";
import { applyConfig, type Applied } from "../src/provisioning/apply.ts";
import { exportConfig } from "../src/provisioning/export.ts";
import { readConfigFile } from "../src/provisioning/read.ts";
import { migrate } from "../src/store/migrate.ts";
import { open } from "../src/store/seal.ts";
import { openDb } from "../src/store/sql.ts";

const secretKey = Buffer.alloc(32, 9);
const clock = new ManualClock();
const now = clock.now();
const env = { BOB_PASSWORD: "another horse battery" };

const sample = `version: 1
account:
  name: Acme
  locale: en
  safe_url: true
  trust_webhook_links: false
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
  - { email: bob@example.test, name: Bob, password_env: BOB_PASSWORD, role: operator, photo: "https://example.test/bob.png" }
api_keys:
  - { name: tests, key: pk_test_0123456789abcdef0123456789abcdef, operator: ann@example.test, scopes: ["*"] }
channels:
  - kind: api
    name: Mobile app
    public_id: AbCdEf1234
    random_string: k3yk3yk3yk3yk3yk3yk3yk3y
    endpoint_url: http://127.0.0.1:9100/chat
    chunked: false
    append_public_id: true
    operators: [ann@example.test]
blacklist: []
egress: { allow: ["127.0.0.1:9100", "127.0.0.1:9101", "127.0.0.1:9102"] }
limits: { customer_per_second: 10, upload_mib: 25 }
retention: { addresses_days: 90, log_days: 14 }
storage: { kind: disk }
oidc: []
`;

let url = "";
let client: pg.Client;
beforeAll(async () => {
  const server = process.env["TEST_DATABASE_SERVER"];
  if (server === undefined) throw new Error("TEST_DATABASE_SERVER is not set: run the tests by `npm test`");
  const name = `t_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const own = new URL(server);
  own.pathname = `/${name}`;
  url = own.toString();
  await migrate(url);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());
beforeEach(async () => {
  await client.query(
    "truncate account, account_head, operator, session, api_key, endpoint, channel, channel_secret, channel_operator, journal restart identity cascade",
  );
  await client.query("update instance set provisioned = '{}', egress_allow = '{}', limits = '{}'");
});

interface How {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly env?: Record<string, string>;
}
function apply(text: string, how: How = {}): Promise<Applied> {
  const wanted = readConfigFile("parlour.yaml", text, how.env ?? env);
  return applyConfig(wanted, { url, secretKey, clock, dryRun: how.dryRun ?? false, prune: how.prune ?? false, egressAllow: [] });
}
async function faultsOf(text: string, how: How = {}): Promise<string[]> {
  try {
    await apply(text, how);
  } catch (error) {
    if (error instanceof StartFault && error.exitCode === 78) return error.message.split("\n");
    throw error;
  }
  return [];
}
const shown = (applied: Applied): string[] => applied.differences.map((d) => `${d.sign} ${d.subject}`);
async function rows<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  return (await client.query<R>(text, values)).rows;
}
async function everything(): Promise<string> {
  const tables = ["account", "account_head", "operator", "api_key", "endpoint", "channel", "channel_secret", "channel_operator", "journal"];
  const all: unknown[] = [await rows("select provisioned from instance")];
  for (const table of tables) all.push(await rows(`select * from ${table} order by 1, 2`));
  return JSON.stringify(all);
}

describe("applying a provisioning file", () => {
  it("[CFG-021] the sample makes account, operators, key and channel; a second time changes nothing", async () => {
    const first = await apply(sample);
    expect(shown(first)).toEqual([
      "~ instance",
      "+ account Acme",
      "~ account Acme",
      "+ operator ann@example.test",
      "+ operator bob@example.test",
      "+ api key tests",
      "+ channel Mobile app",
    ]);
    const [ann] = await rows<{ role: string; instance_owner: boolean; managed: boolean; password_hash: string }>(
      "select * from operator where email = 'ann@example.test'",
    );
    expect(ann).toMatchObject({ role: "owner", instance_owner: true, managed: true });
    expect(ann?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(ann?.password_hash ?? "", "correct horse battery staple")).toBe(true);
    const [bob] = await rows<{ password_hash: string; instance_owner: boolean }>("select * from operator where email = 'bob@example.test'");
    expect(await verify(bob?.password_hash ?? "", env.BOB_PASSWORD)).toBe(true);
    expect(bob?.instance_owner).toBe(false);
    const [channel] = await rows<{ hash: Buffer; sealed: Buffer; secret: Buffer }>(
      "select s.hash, s.sealed, e.secret from channel c join channel_secret s on s.channel_id = c.id join endpoint e on e.id = c.endpoint_id",
    );
    expect(channel && open(secretKey, channel.sealed)).toBe("k3yk3yk3yk3yk3yk3yk3yk3y");
    expect(channel && open(secretKey, channel.secret)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first.made.channels[0]?.randomString).toBe(null);

    const before = await everything();
    expect(shown(await apply(sample))).toEqual([]);
    expect(await everything()).toBe(before);
  });

  it("[CFG-021] each change raises the version of the settings and stands in the journal", async () => {
    await apply(sample);
    const [head] = await rows<{ position: string; config_version: string }>("select * from account_head");
    expect(head).toMatchObject({ position: "7", config_version: "1" });
    const journal = await rows<{ position: string; name: string; body: string }>("select * from journal order by position");
    expect(journal.map((j) => [Number(j.position), j.name])).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => [n, "settings_changed"]));
    expect(journal.map((j) => (JSON.parse(j.body) as { kind: string }).kind)).toEqual([
      "instance",
      "account",
      "account",
      "operator",
      "operator",
      "api_key",
      "channel",
    ]);
    await apply(sample.replace("name: Bob", "name: Robert"));
    expect(await rows("select position::int, config_version::int from account_head")).toEqual([{ position: 8, config_version: 2 }]);
  });

  it("[CFG-022] a dry run says what would change, without secrets, and changes nothing", async () => {
    await apply(sample);
    const before = await everything();
    const changed = sample
      .replace("name: Bob,", "name: Robert,")
      .replace("chunked: false", "chunked: true")
      .replace("k3yk3yk3yk3yk3yk3yk3yk3y", "n3wn3wn3wn3wn3wn3wn3wn3w")
      .replace("correct horse battery staple", "a quite different one");
    const dry = await apply(changed, { dryRun: true });
    expect(dry.differences.map((d) => `${d.sign} ${d.subject}: ${d.detail}`)).toEqual([
      "~ operator ann@example.test: password",
      '~ operator bob@example.test: name "Bob" → "Robert"',
      "~ channel Mobile app: chunked false → true; random_string",
    ]);
    expect(JSON.stringify(dry)).not.toMatch(/n3wn3w|different one/);
    expect(await everything()).toBe(before);
    expect((await apply(changed)).differences).toEqual(dry.differences);
  });

  it("[CFG-022] what the file no longer names stays without --prune and goes with it", async () => {
    await apply(sample);
    const shorter = sample
      .replace(/ {2}- \{ email: bob.*\n/, "")
      .replace(/api_keys:\n.*\n/, "")
      .replace(/channels:[^]*?(?=blacklist)/, "");
    const kept = await apply(shorter);
    expect(kept.differences).toEqual([]);
    expect(kept.kept).toEqual(["channel Mobile app", "api key tests", "operator bob@example.test"]);
    expect(shown(await apply(shorter, { prune: true }))).toEqual([
      "- channel Mobile app",
      "- api key tests",
      "- operator bob@example.test",
    ]);
    expect(await rows("select active, managed from operator where email = 'bob@example.test'")).toEqual([
      { active: false, managed: false },
    ]);
    expect(await rows("select deleted_at is not null as gone from channel")).toEqual([{ gone: true }]);
    expect(await rows("select from api_key")).toEqual([]);
    expect(shown(await apply(shorter, { prune: true }))).toEqual([]);
  });

  it("[CFG-022] --prune never touches what was made by hand", async () => {
    await apply(sample);
    await client.query(
      "insert into operator (account_id, name, email, role) select id, 'Eve', 'eve@example.test', 'operator' from account",
    );
    expect(shown(await apply(sample, { prune: true }))).toEqual([]);
  });

  it("[CH-004] a new random string leaves the old address working for 24 h; [CORE-124] a new secret the old one", async () => {
    await apply(sample);
    await apply(sample.replace("k3yk3yk3yk3yk3yk3yk3yk3y", "n3wn3wn3wn3wn3wn3wn3wn3w\n    secret_env: SIGN"), {
      env: { ...env, SIGN: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
    });
    const secrets = await rows<{ sealed: Buffer; expires_at: Date | null }>(
      "select sealed, expires_at from channel_secret order by expires_at nulls last",
    );
    expect(secrets.map((s) => [open(secretKey, s.sealed), s.expires_at?.getTime()])).toEqual([
      ["k3yk3yk3yk3yk3yk3yk3yk3y", now + 86_400_000],
      ["n3wn3wn3wn3wn3wn3wn3wn3w", undefined],
    ]);
    expect(await rows("select previous_secret is not null as kept from endpoint")).toEqual([{ kept: true }]);
  });

  it("[CFG-025] what was made by hand becomes managed when the file names it", async () => {
    await client.query(
      "with a as (insert into account (name) values ('Acme') returning id), h as (insert into account_head (account_id) select id from a) insert into operator (account_id, name, email, role) select id, 'Ann', 'Ann@Example.test', 'owner' from a",
    );
    const applied = await apply(sample);
    expect(shown(applied)).toContain("~ operator ann@example.test");
    expect(await rows("select count(*)::int as n from account")).toEqual([{ n: 1 }]);
    expect(await rows("select managed from operator where email_key = 'ann@example.test'")).toEqual([{ managed: true }]);
    expect(shown(await apply(sample))).toEqual([]);
  });

  it("[CFG-021] several applications at once give one installation", async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => apply(sample)));
    expect(all.filter((a) => a.differences.length > 0)).toHaveLength(1);
    expect(await rows("select count(*)::int as n from account")).toEqual([{ n: 1 }]);
  });

  it("[CFG-021] names and ids that are absent are generated once", async () => {
    const text = sample.replace(/ {4}public_id.*\n {4}random_string.*\n/, "");
    const made = (await apply(text)).made.channels[0];
    expect(made?.publicId).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(made?.randomString).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(shown(await apply(text))).toEqual([]);
  });
});

describe("what is told once", () => {
  it("[CFG-024] an operator without password gets an invitation, as the service API makes it", async () => {
    const text = sample.replace(", password_env: BOB_PASSWORD", "");
    const [invitation] = (await apply(text)).made.invitations;
    expect(invitation).toMatchObject({
      email: "bob@example.test",
      expiresAt: now + 7 * 86_400_000,
      path: expect.stringMatching(/^\/invite\/\d+\.[A-Za-z0-9_-]{43}$/) as string,
    });
    const hash = createHash("sha256")
      .update(invitation?.path.slice("/invite/".length) ?? "")
      .digest();
    expect(await rows("select email from operator where reset_token_hash = $1", [hash])).toEqual([{ email: "bob@example.test" }]);
    expect((await apply(text)).made.invitations).toEqual([]);
  });
  it("[CFG-021] every change by the file stands in the audit log, without secrets", async () => {
    await apply(sample);
    await apply(sample.replace("name: Bob", "name: Robert"));
    const entries = await rows<{ action: string; target: string }>(
      "select action, target from audit where actor_kind = 'file' order by id desc limit 2",
    );
    expect(entries.map((e) => `${e.action} ${e.target}`)).toEqual([
      'provisioning.change operator bob@example.test: name "Bob" → "Robert"',
      "provisioning.add channel Mobile app",
    ]);
  });
});

describe("faults of a provisioning file", () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    [
      "an unknown key",
      (t) => t.replace("  locale: en", "  langauge: en"),
      /^parlour\.yaml:4: account\.langauge: is not a known key here \(CFG-023\)$/,
    ],
    [
      "a wrong type",
      (t) => t.replace("chunked: false", "chunked: yes please"),
      /^parlour\.yaml:18: channels\[0\]\.chunked: must be boolean \(CFG-023\)$/,
    ],
    ["a missing key", (t) => t.replace("    name: Mobile app\n", ""), /^parlour\.yaml:13: channels\[0\]: name is missing/],
    [
      "an unknown operator",
      (t) => t.replace("operators: [ann@example.test]", "operators: [zoe@example.test]"),
      /^parlour\.yaml:20: channels\[0\]\.operators\[0\]: zoe@example\.test is no operator/,
    ],
    [
      "a duplicate public id",
      (t) =>
        t.replace(
          "blacklist: []",
          "  - { kind: api, name: B, public_id: AbCdEf1234, endpoint_url: 'http://127.0.0.1:9100/', operators: [ann@example.test] }",
        ),
      /^parlour\.yaml:21: channels\[1\]: has the same public_id as channels\[0\] \(CH-002\)$/,
    ],
    [
      "the same key twice",
      (t) => t.replace("  locale: en", "  name: Again"),
      /^parlour\.yaml:4: the key name stands here a second time \(CFG-023\)$/,
    ],
    [
      "an unknown limit",
      (t) => t.replace("upload_mib: 25", "upload_gib: 1"),
      /^parlour\.yaml:23: limits\.upload_gib: is not a known key here \(CFG-030\)$/,
    ],
    [
      "a limit of 0",
      (t) => t.replace("upload_mib: 25", "upload_mib: 0"),
      /^parlour\.yaml:23: limits\.upload_mib: must be >= 1 \(CFG-030\)$/,
    ],
    [
      "a wrong role",
      (t) => t.replace("role: operator", "role: boss"),
      /^parlour\.yaml:9: operators\[1\]\.role: must be one of owner, admin, developer, operator, viewer/,
    ],
    [
      "a secret that is not set",
      (t) => t.replace("BOB_PASSWORD", "NOBODYS_PASSWORD"),
      /^parlour\.yaml:9: operators\[1\]\.password_env: the environment variable NOBODYS_PASSWORD is not set/,
    ],
    [
      "a common password",
      (t) => t.replace("correct horse battery staple", "password1234"),
      /^parlour\.yaml:8: operators\[0\]\.password: This password is one of the first/,
    ],
    [
      "an account without owner",
      (t) => t.replace("role: owner", "role: admin"),
      /^parlour\.yaml:8: operators: the account would have no owner/,
    ],
    [
      "an operator twice",
      (t) => t.replace("bob@example.test, name", "ANN@example.test, name"),
      /^parlour\.yaml:9: operators\[1\]\.email: is the e-mail of operators\[0\] too/,
    ],
    [
      "a secret that is not set",
      (t) => t.replace("oidc: []", "oidc: [{ name: A, issuer: https://a.example, client_id: b, client_secret_env: C }]"),
      /^parlour\.yaml:26: oidc\[0\]\.client_secret_env: the environment variable C is not set/,
    ],
    [
      "a malformed target",
      (t) => t.replace('"127.0.0.1:9101"', '"http://127.0.0.1"'),
      /^parlour\.yaml:22: egress\.allow\[1\]: .* is neither host:port nor a CIDR range \(CFG-010\)$/,
    ],
    [
      "a private endpoint",
      (t) => t.replace("127.0.0.1:9100/chat", "127.0.0.1:9999/chat"),
      /^parlour\.yaml:17: channels\[0\]\.endpoint_url: .* \(CORE-123\)$/,
    ],
    ["no version", (t) => t.replace("version: 1\n", ""), /^parlour\.yaml:1: version is missing/],
    ["another version", (t) => t.replace("version: 1", "version: 2"), /^parlour\.yaml:1: version: must be 1/],
    [
      "a wrong scope",
      (t) => t.replace('scopes: ["*"]', "scopes: [chats.reed]"),
      /^parlour\.yaml:11: api_keys\[0\]\.scopes\[0\]: chats\.reed is not a scope/,
    ],
    ["a list instead of a file", () => "- 1\n", /^parlour\.yaml:1: must be object/],
    ["nothing", () => "# later\n", /^parlour\.yaml:1: the file is empty/],
    ["broken YAML", () => "version: 1\nchannels: [\n", /^parlour\.yaml:\d: .* \(CFG-023\)$/],
    [
      "aliases without end",
      () =>
        `version: 1\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefg"
          .split("")
          .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdef"[i]}`).join(",")}]`)
          .join("\n")}\n`,
      /^parlour\.yaml:1: Excessive alias count/,
    ],
  ];
  it.each(cases)("[CFG-023] %s stops with file, line, path and rule and changes nothing", async (_, change, expected) => {
    await apply(sample);
    const before = await everything();
    const text = change(sample);
    expect(text).not.toBe(sample);
    const faults = await faultsOf(text);
    expect(faults.join("\n")).toMatch(new RegExp(expected.source, "m"));
    expect(faults.join("\n")).not.toMatch(/battery|pk_test_|k3yk3y/);
    expect(await everything()).toBe(before);
  });

  it("[CFG-023] several faults are told at once, by line", async () => {
    const faults = await faultsOf(
      sample.replace("locale: en", "locale: 7").replace("chunked: false", "chunked: 1").replace("log_days: 14", "log_days: -1"),
    );
    expect(faults.map((f) => f.split(":").slice(0, 3).join(":"))).toEqual([
      "parlour.yaml:4: account.locale",
      "parlour.yaml:18: channels[0].chunked",
      "parlour.yaml:24: retention.log_days",
    ]);
  });

  it("[CFG-023] [CORE-002] e-mails, keys and public ids of other accounts, and those of deleted channels, are refused", async () => {
    await apply(sample);
    await client.query("update account set managed = false, name = 'Other'");
    await client.query(
      "with a as (insert into account (name) values ('Acme') returning id) insert into account_head (account_id) select id from a",
    );
    const faults = await faultsOf(sample);
    expect(faults.map((f) => f.split(": ")[1])).toEqual([
      "operators[0].email",
      "operators[1].email",
      "api_keys[0]",
      "channels[0].public_id",
    ]);
  });

  it("[CH-002] the public id of a deleted channel is never used again", async () => {
    await apply(sample);
    await client.query("update channel set deleted_at = now()");
    expect(await faultsOf(sample)).toEqual([
      expect.stringMatching(/channels\[0\]\.public_id: belongs to another account or to a deleted channel/),
    ]);
  });
});

describe("the schema and the export", () => {
  it("[CFG-030] the file knows exactly the limits of the server, with their defaults", () => {
    const schema = JSON.parse(JSON.stringify(LimitsConfig)) as { properties: Record<string, { default: number }> };
    expect(Object.fromEntries(Object.entries(schema.properties).map(([name, limit]) => [name, limit.default]))).toEqual(defaultLimits);
  });
  it("[CFG-024] the export names no secret and, with its variables set, changes nothing where it came from", async () => {
    await apply(sample);
    const exported = await openDb(new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 1 })).transaction((tx) =>
      exportConfig(tx, null),
    );
    expect(exported.yaml).not.toMatch(/battery|pk_test_|k3yk3y|whsec_|argon2/);
    expect(parse(exported.yaml)).toEqual(exported.config);
    const [channel] = await rows<{ secret: Buffer }>("select secret from endpoint");
    const variables = {
      API_KEY_1_TESTS: "pk_test_0123456789abcdef0123456789abcdef",
      RANDOM_STRING_1_MOBILE_APP: "k3yk3yk3yk3yk3yk3yk3yk3y",
      CHANNEL_SECRET_1_MOBILE_APP: channel ? open(secretKey, channel.secret) : "",
    };
    expect(shown(await apply(exported.yaml, { env: variables }))).toEqual([]);
    expect(exported.notes).toHaveLength(2);
  });
});
