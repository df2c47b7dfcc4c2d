import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { runCommand } from "../src/cli/run.ts";
import { createLog } from "../src/log.ts";

/**
 * Tests `parlour account | operator | channel` on one installation, starting with its first
 * account.
 */
const dataDir = mkdtempSync(join(tmpdir(), "parlour-manage-"));
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function runCli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: "https://chat.example.test",
  };
  const log = createLog({ level: "silent", format: "json" });
  const code = await runCommand(args, {
    env,
    clock: createSystemClock(),
    log,
    out: (l) => out.push(l),
    err: (l) => err.push(l),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
/** Runs a command with --json and returns its output. Fails if the command fails. */
async function runJson(...args: string[]): Promise<any> {
  const { code, out, err } = await runCli(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}
const listAuditActions = async (): Promise<readonly string[]> =>
  (
    await client.query<{ line: string }>(
      "select actor_kind || ' ' || action || ' ' || coalesce(account_id::text, '-') as line from audit where action not like 'audit%' order by account_id, n",
    )
  ).rows.map((row) => row.line);
const countSettingsChanges = async (): Promise<number> =>
  (
    await client.query<{ n: number }>(
      "select count(*)::int as n from journal where name = 'settings_changed'",
    )
  ).rows[0]?.n ?? 0;

/** Each command uses what the previous ones have created. */
describe("one installation from its first account on", { shuffle: false }, () => {
  it("[CLI-001] [CLI-002] wrong usage is 2 and reaches nothing; what stands against it is 1, with what to do", async () => {
    for (const args of [
      ["account"],
      ["account", "bogus"],
      ["account", "create", "Acme"],
      ["account", "create", " ", "--owner", "ann@example.test"],
      ["account", "create", "Acme", "--owner", "ann"],
      ["operator", "invite"],
      ["operator", "role", "ann@example.test", "boss"],
      ["channel", "rotate", "AbCdEf1234"],
      ["channel", "rotate", "AbCdEf1234", "name"],
      ["channel", "list", "extra"],
    ])
      expect([args, (await runCli(...args)).code]).toEqual([args, 2]);
    expect(await runCli("operator", "list")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^there are no accounts yet; create one with/) as string,
    });
    expect((await runCli("account", "--help")).out).toMatch(
      /^parlour account list\|create\|rename\|suspend\|resume … \[--json\]\n/,
    );
    expect(await listAuditActions()).toEqual([]);
  });

  it("[CLI-001] [CORE-001] [CFG-104] account: the first one brings the owner of the installation; all is in the audit log", async () => {
    expect((await runCli("account", "list")).out).toBe("no accounts yet");
    const created = await runJson(
      "account",
      "create",
      "Acme",
      "--owner",
      "ann@example.test",
      "--owner-name",
      "Ann",
    );
    expect(created).toMatchObject({ name: "Acme", owner: { email: "ann@example.test" } });
    expect(created.invite_url).toMatch(/^https:\/\/chat\.example\.test\/invite#\d+\.[\w-]{43}$/);
    await runJson("account", "create", "Beta", "--owner", "ben@example.test");
    expect(await runCli("account", "create", "Gamma", "--owner", "ANN@example.test")).toMatchObject(
      {
        code: 1,
        err: expect.stringContaining("already exists") as string,
      },
    );
    expect((await client.query("select email from operator where instance_owner")).rows).toEqual([
      { email: "ann@example.test" },
    ]);
    expect(await runJson("account", "rename", "beta", "Better")).toMatchObject({ name: "Better" });
    expect(await runJson("account", "suspend", "Better")).toMatchObject({ suspended: true });
    expect((await runCli("account", "suspend", "Better")).out).toMatch(/already suspended$/);
    expect((await runCli("account", "list")).out.split("\n")).toEqual([
      expect.stringMatching(/^\d+ {2}Acme {2}owners: ann@example\.test$/),
      expect.stringMatching(/^\d+ {2}Better {2}suspended {2}owners: ben@example\.test$/),
    ]);
    const { id: beta } = await runJson("account", "resume", "Better");
    expect(await listAuditActions()).toEqual([
      `command account.create ${created.id}`,
      ...["create", "change", "suspend", "resume"].map(
        (action) => `command account.${action} ${beta}`,
      ),
    ]);
    // Running nodes are notified of each change.
    expect(await countSettingsChanges()).toBe(5);
  });

  it("[CLI-001] [CORE-003] [CFG-104] operator: invited, given a role and a new link, deactivated and brought back; the last owner stays", async () => {
    expect((await runCli("operator", "list")).err).toMatch(
      /several accounts; choose one with --account: Acme \(\d+\), Better \(\d+\)/,
    );
    const bob = await runJson(
      "operator",
      "invite",
      "bob@example.test",
      "--name",
      "Bob",
      "--account",
      "Acme",
    );
    expect(bob).toMatchObject({ name: "Bob", role: "operator", active: true });
    expect((await runCli("operator", "invite", "Bob@example.test", "--account", "Acme")).code).toBe(
      1,
    );
    expect(await runJson("operator", "role", "BOB@example.test", "admin")).toMatchObject({
      role: "admin",
    });
    expect((await runCli("operator", "role", "bob@example.test", "admin")).out).toMatch(
      /no change needed$/,
    );
    const first = await runJson("operator", "reset", "bob@example.test");
    const second = await runJson("operator", "reset", "bob@example.test");
    expect(first.reset_url).toMatch(/^https:\/\/chat\.example\.test\/reset#\d+\.[\w-]{43}$/);
    expect(second.reset_url).not.toBe(first.reset_url);
    expect(await runJson("operator", "suspend", "bob@example.test")).toMatchObject({
      active: false,
    });
    expect((await runCli("operator", "reset", "bob@example.test")).err).toContain("is deactivated");
    expect(await runJson("operator", "resume", "bob@example.test")).toMatchObject({ active: true });
    for (const args of [
      ["role", "ann@example.test", "viewer"],
      ["suspend", "ann@example.test"],
    ])
      expect(await runCli("operator", ...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining("last owner") as string,
      });
    expect((await runCli("operator", "reset", "nobody@example.test")).code).toBe(1);
    expect(
      (await runJson("operator", "list", "--account", "Acme")).operators.map(
        (one: any) => `${one.email} ${one.role} ${one.active}`,
      ),
    ).toEqual(["ann@example.test owner true", "bob@example.test admin true"]);
  });

  it("[CLI-001] [CH-004] [CFG-104] channel: rotated and switched off and on; no secret reaches the audit log; the file's own stays the file's", async () => {
    const {
      rows: [ownerRow],
    } = await client.query<{ account: number; ann: number }>(
      "select account_id::float8 as account, id::float8 as ann from operator where email = 'ann@example.test'",
    );
    const { createChannel } = await import("../src/store/settings/channels/channel-changes.ts");
    const { createSecrets: openSecrets } = await import("../src/store/database/seal.ts");
    const { loadSecretKey } = await import("../src/cli/secret-key.ts");
    const { createDb: openDb } = await import("../src/store/database/sql.ts");
    const secrets = openSecrets(
      loadSecretKey(dataDir, null, createLog({ level: "silent", format: "json" })),
    );
    const pool = openTestPool(database.url);
    const channel = (publicId: string, managed: boolean) => ({
      kind: "api" as const,
      name: "App",
      public_id: publicId,
      endpoint_url: "https://93.184.216.34/",
      bot_available: true,
      managed,
      operators: [ownerRow?.ann ?? 0],
      random_string: `first-${publicId}`,
      secret: "whsec_Zmlyc3Q=",
    });
    for (const [publicId, managed] of [
      ["AbCdEf1234", false] as const,
      ["FiLeOnly12", true] as const,
    ])
      await openDb(pool).transaction((tx) =>
        createChannel(tx, ownerRow?.account ?? 0, channel(publicId, managed), {
          now: 1,
          operatorId: null,
          seal: (text) => secrets.seal(text),
        }),
      );
    await pool.end();

    const { inbound_url: address } = await runJson("channel", "rotate", "AbCdEf1234", "address");
    expect(address).toMatch(/^https:\/\/chat\.example\.test\/channel\/\w{24}\/AbCdEf1234$/);
    const { signing_secret: secret } = await runJson("channel", "rotate", "AbCdEf1234", "secret");
    expect(secret).toMatch(/^whsec_\S{44}$/);
    const { rows: addresses } = await client.query(
      "select expires_at is null as stands from channel_secret s join channel c on c.id = s.channel_id where c.public_id = 'AbCdEf1234' order by 1",
    );
    expect(addresses).toEqual([{ stands: false }, { stands: true }]);
    expect(await runJson("channel", "disable", "AbCdEf1234")).toMatchObject({ enabled: false });
    expect((await runCli("channel", "list", "--account", "Acme")).out).toContain(
      "AbCdEf1234  api  disabled  App",
    );
    expect(await runJson("channel", "enable", "AbCdEf1234")).toMatchObject({ enabled: true });
    expect((await runCli("channel", "enable", "AbCdEf1234")).out).toMatch(/already enabled$/);
    expect((await runCli("channel", "disable", "FiLeOnly12")).err).toMatch(
      /managed by the provisioning file; change it there/,
    );
    expect((await runCli("channel", "disable", "NoSuchOne1")).code).toBe(1);
    const { rows } = await client.query<{ all: string }>(
      "select json_agg(a)::text as all from audit a",
    );
    expect(rows[0]?.all).not.toContain(secret);
    expect(rows[0]?.all).not.toContain(String(address).split("/")[4]);
    expect(
      (await listAuditActions())
        .filter((line) => line.includes("channel."))
        .map((line) => line.split(" ")[1]),
    ).toEqual([
      "channel.rotate_address",
      "channel.rotate_secret",
      "channel.change",
      "channel.change",
    ]);
  });

  it("[CLI-003] doctor: what waits, a clock that went back, backups, and whether mail server and S3 service can be reached", async () => {
    const doctor = async (): Promise<Record<string, string>> => {
      const { findings } = JSON.parse((await runCli("doctor", "--json")).out) as {
        findings: { check: string; state: string; message: string }[];
      };
      const outputByFormat: Record<string, string> = {};
      for (const { check, state, message } of findings)
        outputByFormat[check] =
          `${outputByFormat[check] === undefined ? "" : `${outputByFormat[check]}; `}${state}: ${message}`;
      return outputByFormat;
    };
    expect(await doctor()).toMatchObject({
      clock: "good: in sync with the database clock",
      deliveries: "good: no delivery older than an hour",
      backups: "warning: no backup found",
      mail: "good: not set up; no email is queued",
      storage: "good: files are stored on disk",
      scanner: "good: not set up; files are stored without a virus scan",
    });

    // A backup into any folder succeeds.
    expect((await runCli("backup", join(dataDir, "elsewhere"))).code).toBe(0);
    mkdirSync(join(dataDir, "backups", "half.part"), { recursive: true });
    const server = createServer();
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const { setMail } = await import("../src/store/settings/installation/mail-changes.ts");
    const { setStorage } = await import("../src/store/settings/installation/storage.ts");
    const pool = openTestPool(database.url);
    const { createDb: openDb } = await import("../src/store/database/sql.ts");
    await openDb(pool).transaction(async (tx) => {
      const mail = {
        host: "127.0.0.1",
        port: 1,
        tls: "none" as const,
        user: null,
        from: "chat@example.test",
        password: null,
      };
      await setMail(tx, { mail, managed: false });
      const s3 = { endpoint: `http://127.0.0.1:${port}`, region: "x", bucket: "b", prefix: "" };
      await setStorage(tx, { kind: "s3", s3, keys: null });
    });
    await pool.end();
    await client.query(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, created_at, updated_at)
       select account_id, 1, id, 1, 1, 1, 'MESSAGE', now() - interval '2 hours', now() from endpoint limit 1`,
    );
    await client.query("update journal set at = now() + interval '1 hour'");
    expect(await doctor()).toMatchObject({
      clock: expect.stringMatching(
        /warning: the latest entry is 3[56]\d\d s in the future; this machine's clock was set back$/,
      ) as string,
      deliveries: expect.stringMatching(
        /^warning: 1 pending for over an hour, the oldest since \d{4}-/,
      ) as string,
      backups: "good: the latest backup is from today",
      mail: "fault: 127.0.0.1:1 is not reachable (connect_failed)",
      storage: `good: 127.0.0.1:${port} is reachable`,
    });
    await new Promise((done) => server.close(done));
  });
});
