import { createHash } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { LimitsConfig } from "@parlour/protocol/config";
import { openTestPool } from "@parlour/testkit";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { defaultLimits } from "../src/limits/names.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { unseal } from "../src/store/database/seal.ts";
import { createDb } from "../src/store/database/sql.ts";
import {
  env,
  now,
  sampleFile,
  secretKey,
  formatPlan,
  useInstallation,
} from "./provisioning-fixture.ts";

const { url, apply, queryRows, dumpTables } = useInstallation();

describe("applying a provisioning file", () => {
  it("[CFG-021] the sample makes account, operators, key and channel; a second time changes nothing", async () => {
    const first = await apply(sampleFile);
    expect(formatPlan(first)).toEqual([
      "~ instance",
      "+ account Acme",
      "~ account Acme",
      "+ operator ann@example.test",
      "+ operator bob@example.test",
      "+ api key tests",
      "+ channel Mobile app",
    ]);
    const [ann] = await queryRows<{
      role: string;
      instance_owner: boolean;
      managed: boolean;
      password_hash: string;
    }>("select * from operator where email = 'ann@example.test'");
    expect(ann).toMatchObject({ role: "owner", instance_owner: true, managed: true });
    expect(ann?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(ann?.password_hash ?? "", "correct horse battery staple")).toBe(true);
    const [bob] = await queryRows<{ password_hash: string; instance_owner: boolean }>(
      "select * from operator where email = 'bob@example.test'",
    );
    expect(await verify(bob?.password_hash ?? "", env.BOB_PASSWORD)).toBe(true);
    expect(bob?.instance_owner).toBe(false);
    const [channel] = await queryRows<{ hash: Buffer; sealed: Buffer; secret: Buffer }>(
      "select s.hash, s.sealed, e.secret from channel c join channel_secret s on s.channel_id = c.id join endpoint e on e.id = c.endpoint_id",
    );
    expect(channel && unseal(secretKey, channel.sealed)).toBe("k3yk3yk3yk3yk3yk3yk3yk3y");
    expect(channel && unseal(secretKey, channel.secret)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first.createdSecrets.channels[0]?.randomString).toBe(null);

    const before = await dumpTables();
    expect(formatPlan(await apply(sampleFile))).toEqual([]);
    expect(await dumpTables()).toBe(before);
  });

  it("[CFG-021] each change raises the version of the settings and stands in the journal", async () => {
    await apply(sampleFile);
    const [head] = await queryRows<{ position: string; config_version: string }>(
      "select * from account_head",
    );
    expect(head).toMatchObject({ config_version: "1" });
    const journal = await queryRows<{ position: string; name: string; body: string }>(
      "select * from journal order by position",
    );
    expect(journal.map((j) => [Number(j.position), j.name])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => [n, "settings_changed"]),
    );
    expect(journal.map((j) => (JSON.parse(j.body) as { kind: string }).kind)).toEqual([
      "instance",
      "account",
      "account",
      "operator",
      "operator",
      "api_key",
      "channel",
    ]);
    await apply(sampleFile.replace("name: Bob", "name: Robert"));
    expect(
      await queryRows(
        "select (select max(position)::int from journal) as position, config_version::int from account_head",
      ),
    ).toEqual([{ position: 8, config_version: 2 }]);
  });

  it("[CFG-022] a dry run says what would change, without secrets, and changes nothing", async () => {
    await apply(sampleFile);
    const before = await dumpTables();
    const changed = sampleFile
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
    expect(await dumpTables()).toBe(before);
    expect((await apply(changed)).differences).toEqual(dry.differences);
  });

  it("[CFG-022] what the file no longer names stays without --prune and goes with it", async () => {
    await apply(sampleFile);
    const shorter = sampleFile
      .replace(/ {2}- \{ email: bob.*\n/, "")
      .replace(/api_keys:\n.*\n/, "")
      .replace(/channels:[^]*?(?=blacklist)/, "");
    const reapplied = await apply(shorter);
    expect(reapplied.differences).toEqual([]);
    expect(reapplied.notPruned).toEqual([
      "channel Mobile app",
      "api key tests",
      "operator bob@example.test",
    ]);
    expect(formatPlan(await apply(shorter, { prune: true }))).toEqual([
      "- channel Mobile app",
      "- api key tests",
      "- operator bob@example.test",
    ]);
    expect(
      await queryRows("select active, managed from operator where email = 'bob@example.test'"),
    ).toEqual([{ active: false, managed: false }]);
    expect(await queryRows("select deleted_at is not null as gone from channel")).toEqual([
      { gone: true },
    ]);
    expect(await queryRows("select from api_key")).toEqual([]);
    expect(formatPlan(await apply(shorter, { prune: true }))).toEqual([]);
  });

  it("[CFG-022] --prune never touches what was made by hand", async () => {
    await apply(sampleFile);
    await queryRows(
      "insert into operator (account_id, name, email, role) select id, 'Eve', 'eve@example.test', 'operator' from account",
    );
    expect(formatPlan(await apply(sampleFile, { prune: true }))).toEqual([]);
  });

  it("[CH-004] a new random string leaves the old address working for 24 h; [CORE-124] a new secret the old one", async () => {
    await apply(sampleFile);
    await apply(
      sampleFile.replace(
        "k3yk3yk3yk3yk3yk3yk3yk3y",
        "n3wn3wn3wn3wn3wn3wn3wn3w\n    secret_env: SIGN",
      ),
      {
        env: { ...env, SIGN: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
      },
    );
    const secrets = await queryRows<{ sealed: Buffer; expires_at: Date | null }>(
      "select sealed, expires_at from channel_secret order by expires_at nulls last",
    );
    expect(secrets.map((s) => [unseal(secretKey, s.sealed), s.expires_at?.getTime()])).toEqual([
      ["k3yk3yk3yk3yk3yk3yk3yk3y", now + 86_400_000],
      ["n3wn3wn3wn3wn3wn3wn3wn3w", undefined],
    ]);
    expect(await queryRows("select previous_secret is not null as kept from endpoint")).toEqual([
      { kept: true },
    ]);
  });

  it("[CFG-025] what was made by hand becomes managed when the file names it", async () => {
    await queryRows(
      "with a as (insert into account (name) values ('Acme') returning id), h as (insert into account_head (account_id) select id from a) insert into operator (account_id, name, email, role) select id, 'Ann', 'Ann@Example.test', 'owner' from a",
    );
    const applied = await apply(sampleFile);
    expect(formatPlan(applied)).toContain("~ operator ann@example.test");
    expect(await queryRows("select count(*)::int as n from account")).toEqual([{ n: 1 }]);
    expect(
      await queryRows("select managed from operator where email_key = 'ann@example.test'"),
    ).toEqual([{ managed: true }]);
    expect(formatPlan(await apply(sampleFile))).toEqual([]);
  });

  it.each([
    ["true", true],
    ["false", false],
    ["[shop.example, cdn.shop.example]", ["shop.example", "cdn.shop.example"]],
  ])(
    "[WG-204] [CFG-021] account.safe_url is %s, and account.trust_webhook_links is the option beside it",
    async (text, value) => {
      for (const trusts of [true, false]) {
        await apply(
          sampleFile
            .replace("safe_url: true", `safe_url: ${text}`)
            .replace("trust_webhook_links: false", `trust_webhook_links: ${trusts}`),
        );
        expect(
          await queryRows(
            "select settings->'safe_url' as safe, settings->'trust_webhook_links' as trusts from account",
          ),
        ).toEqual([{ safe: value, trusts }]);
      }
    },
  );

  it("[CFG-025] [CFG-021] of the account the file manages the settings that it names; the others are the account's own", async () => {
    const named = sampleFile.replace(
      / {2}locale: en\n {2}safe_url: true\n {2}trust_webhook_links: false\n/,
      "",
    );
    const stored = async () =>
      (
        await queryRows(
          "select settings->'safe_url' as safe, settings->'managed_fields' as fields, locale from account",
        )
      )[0] as object;
    await apply(named);
    expect(await stored()).toEqual({ safe: null, fields: ["name"], locale: "en" });
    await queryRows(
      `update account set locale = 'ru', settings = settings || '{"safe_url":["shop.example"]}'`,
    );
    expect(formatPlan(await apply(named))).toEqual([]);
    expect(await stored()).toEqual({ safe: ["shop.example"], fields: ["name"], locale: "ru" });
    const more = named.replace("  name: Acme\n", "  name: Acme\n  safe_url: true\n");
    expect(formatPlan(await apply(more))).toEqual(["~ account Acme"]);
    expect(await stored()).toEqual({ safe: true, fields: ["name", "safe_url"], locale: "ru" });
    // A field that the file no longer contains gets its default and is not managed any more.
    expect(formatPlan(await apply(named))).toEqual(["~ account Acme"]);
    expect(await stored()).toEqual({ safe: null, fields: ["name"], locale: "ru" });
    // Earlier releases did not store the list of managed fields, because all fields were managed.
    await queryRows("update account set settings = settings - 'managed_fields'");
    expect(formatPlan(await apply(named))).toEqual(["~ account Acme"]);
    expect(formatPlan(await apply(named))).toEqual([]);
  });

  it("[CFG-021] several applications at once give one installation", async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => apply(sampleFile)));
    expect(results.filter((a) => a.differences.length > 0)).toHaveLength(1);
    expect(await queryRows("select count(*)::int as n from account")).toEqual([{ n: 1 }]);
  });

  it("[CFG-021] names and ids that are absent are generated once", async () => {
    const text = sampleFile.replace(/ {4}public_id.*\n {4}random_string.*\n/, "");
    const createdChannel = (await apply(text)).createdSecrets.channels[0];
    expect(createdChannel?.publicId).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(createdChannel?.randomString).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(formatPlan(await apply(text))).toEqual([]);
  });
});

describe("what is told once", () => {
  it("[CFG-024] an operator without password gets an invitation, as the service API makes it", async () => {
    const text = sampleFile.replace(", password_env: BOB_PASSWORD", "");
    const [invitation] = (await apply(text)).createdSecrets.invitations;
    expect(invitation).toMatchObject({
      email: "bob@example.test",
      expiresAt: now + 7 * 86_400_000,
      path: expect.stringMatching(/^\/invite#\d+\.[A-Za-z0-9_-]{43}$/) as string,
    });
    const hash = createHash("sha256")
      .update(invitation?.path.slice("/invite#".length) ?? "")
      .digest();
    expect(
      await queryRows("select email from operator where invite_token_hash = $1", [hash]),
    ).toEqual([{ email: "bob@example.test" }]);
    expect((await apply(text)).createdSecrets.invitations).toEqual([]);
  });
  it("[CFG-021] every change by the file stands in the audit log, without secrets", async () => {
    await apply(sampleFile);
    await apply(sampleFile.replace("name: Bob", "name: Robert"));
    const entries = await queryRows<{ action: string; target: string }>(
      "select action, target from audit where actor_kind = 'file' order by id desc limit 2",
    );
    expect(entries.map((e) => `${e.action} ${e.target}`)).toEqual([
      'provisioning.change operator bob@example.test: name "Bob" → "Robert"',
      "provisioning.add channel Mobile app",
    ]);
  });
});

describe("the schema and the export", () => {
  it("[CFG-030] the file knows exactly the limits of the server, with their defaults", () => {
    const schema = JSON.parse(JSON.stringify(LimitsConfig)) as {
      properties: Record<string, { default: number }>;
    };
    expect(
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, limit]) => [name, limit.default]),
      ),
    ).toEqual(defaultLimits);
  });
  it("[CFG-024] the export names no secret and, with its variables set, changes nothing where it came from", async () => {
    await apply(sampleFile);
    const exported = await createDb(openTestPool(url(), { idleTimeoutMillis: 1 })).transaction(
      (tx) => exportProvisioningFile(tx, null),
    );
    expect(exported.yaml).not.toMatch(/battery|pk_test_|k3yk3y|whsec_|argon2/);
    expect(parse(exported.yaml)).toEqual(exported.config);
    const [channel] = await queryRows<{ secret: Buffer }>("select secret from endpoint");
    const variables = {
      API_KEY_1_TESTS: "pk_test_0123456789abcdef0123456789abcdef",
      RANDOM_STRING_1_MOBILE_APP: "k3yk3yk3yk3yk3yk3yk3yk3y",
      CHANNEL_SECRET_1_MOBILE_APP: channel ? unseal(secretKey, channel.secret) : "",
    };
    expect(formatPlan(await apply(exported.yaml, { env: variables }))).toEqual([]);
    expect(exported.notes).toHaveLength(2);
  });
});
