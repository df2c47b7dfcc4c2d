import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, findRedisServer, isLongRun, startTestRedis } from "@parlour/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { runCommand } from "../src/cli/run.ts";
import { createLog } from "../src/log.ts";
import {
  resolveBeside,
  createScratchFolder,
  SECRET_KEY,
  startProcess,
  defaultEnv,
  type ProcessResult,
} from "./cli-fixture.ts";

const { folder, createSubfolder } = createScratchFolder();
/** Null: a short run, or redis-server is not installed (scripts/launch/redis.js). */
const redisServer = isLongRun ? await findRedisServer() : null;
const log = createLog({ level: "silent", format: "json" });
/** Returns the URL of a database with all tables. */
const createDatabaseUrl = async (): Promise<string> => (await createTestDatabase()).url;
let url = "";
beforeAll(async () => {
  url = await createDatabaseUrl();
});

const baseEnv = (): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_DIR: createSubfolder(),
  ...defaultEnv,
});

describe("parlour", () => {
  async function run(args: string[], env: Record<string, string> = {}): Promise<ProcessResult> {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(args, {
      env,
      clock: createSystemClock(),
      log,
      out: (l) => out.push(l),
      err: (l) => err.push(l),
    });
    return { code, out: out.join("\n"), err: err.join("\n") };
  }

  it("[CLI-001] lists its commands and explains each", async () => {
    const all = await run(["--help"]);
    expect(all.code).toBe(0);
    expect(all.out).toContain("  lab");
    expect(all.out).toContain("  conformance");
    for (const name of ["start", "apply", "export", "doctor", "version"]) {
      expect(all.out).toContain(`  ${name}`);
      const one = await run([name, "--help"]);
      expect([one.code, one.out.split("\n")[0]]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^parlour ${name}`)),
      ]);
    }
    // `--help` works at any position and connects to nothing.
    for (const args of [
      ["operator", "invite", "--help"],
      ["backup", "x", "-h"],
    ])
      expect((await run(args, { PORT: "x" })).code).toBe(0);
    expect((await run(["--version"])).out).toBe((await run(["version"])).out);
    expect(JSON.parse((await run(["version", "--json"])).out)).toEqual({
      parlour: "0.1.0",
      node: process.versions.node,
      postgresql: "18",
    });
  });

  it("[CLI-001] the lab explains itself", () => {
    const main = resolveBeside("../src/cli/main.ts");
    const { status, stdout } = spawnSync(process.execPath, [main, "lab", "--help"], {
      encoding: "utf8",
    });
    expect([status, stdout.split("\n")[0]]).toEqual([0, "Usage: parlour lab [options]"]);
  });

  it("[CLI-001] [CLI-002] [CFG-105] conformance explains itself, answers wrong usage with 2, and a broken rule with 1", () => {
    const main = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
    const conformance = (...args: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [main, "conformance", ...args], {
        encoding: "utf8",
      });
      return { status, stdout };
    };
    expect(conformance("--help")).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Usage: parlour conformance channel\|bot\|webhook URL/),
    });
    expect(conformance("channel").status).toBe(2);
    // Nothing listens on port 1.
    const { status, stdout } = conformance(
      "webhook",
      "http://127.0.0.1:1/hook?key=secret",
      "--json",
    );
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({
        interface: "webhook",
        url: "http://127.0.0.1:1/hook",
        passed: 0,
        failed: 1,
      }),
    ]);
  });

  it("[CLI-002] wrong usage is 2, wrong configuration 78, a fault 1", async () => {
    expect((await run([])).code).toBe(2);
    expect((await run(["bogus"])).code).toBe(2);
    expect((await run(["apply"])).code).toBe(2);
    expect((await run(["apply", "--bogus", "x.yaml"])).code).toBe(2);
    expect((await run(["version", "extra"])).code).toBe(2);
    expect((await run(["export"], { PORT: "x" })).code).toBe(78);
    const absent = join(folder, "absent.yaml");
    expect(await run(["apply", absent])).toEqual({
      code: 78,
      out: "",
      err: expect.stringMatching(/^FILE: could not read ".*absent\.yaml" \(ENOENT/) as string,
    });
    expect(
      (await run(["export"], { DATABASE_URL: "postgres://u:p@127.0.0.1:1/x", DATA_DIR: folder }))
        .code,
    ).toBe(1);
  });

  it("[CLI-001] [CLI-002] [CFG-022] [CFG-024] apply and export print text or JSON", async () => {
    const file = join(createSubfolder(), "p.yaml");
    writeFileSync(
      file,
      "version: 1\naccount: { name: Cli }\noperators:\n  - { email: cli@example.test, name: Cli, role: owner }\n",
      {
        mode: 0o600,
      },
    );
    const env = { DATABASE_URL: await createDatabaseUrl(), DATA_DIR: createSubfolder() };
    const dry = await run(["apply", "--dry-run", file], env);
    expect(dry.out.split("\n")).toEqual([
      "+ account Cli",
      "+ operator cli@example.test: owner",
      "pending changes: 2; dry run, nothing was applied",
    ]);
    const done = await run(["apply", file], env);
    expect(done.out).toMatch(
      /operator cli@example\.test: invitation link http:\/\/localhost:3000\/invite#\d+\.\S+ \(valid for 7 days, works once\)\n2 changed$/,
    );
    expect((await run(["apply", file], env)).out).toBe("no changes");
    expect(JSON.parse((await run(["apply", "--json", file], env)).out)).toMatchObject({
      dry_run: false,
      changes: [],
      kept: [],
    });
    expect((await run(["export"], env)).out).toMatch(/^version: 1\naccount:\n {2}name: Cli\n/);
    expect(JSON.parse((await run(["export", "--json"], env)).out)).toMatchObject({
      version: 1,
      account: { name: "Cli" },
    });
    writeFileSync(
      file,
      `${readFileSync(file, "utf8")}webhooks: [{ url: "https://93.184.216.34/hook?key=1" }]\n`,
    );
    // The output contains the generated secret, which is shown nowhere else (CORE-125). The query
    // of a URL may be a secret too.
    expect((await run(["apply", file], env)).out).toMatch(
      /^\+ webhook https:\/\/93\.184\.216\.34\/hook\n {2}webhook https:\/\/93\.184\.216\.34\/hook: signing secret whsec_\S{44} \(shown once\)\n1 changed$/,
    );
    const to = join(createSubfolder(), "out.yaml");
    await run(["export", "--out", to], env);
    expect([readFileSync(to, "utf8").slice(0, 10), statSync(to).mode & 0o777]).toEqual([
      "version: 1",
      0o600,
    ]);
    // The error names the path that cannot be written, and the remedy (CLI-002).
    const nowhere = join(folder, "nowhere", "x");
    expect(await run(["export", "--out", nowhere], env)).toEqual({
      code: 1,
      out: "",
      err: `${nowhere}: no such file or directory; check the path`,
    });
    expect(await run(["export", "--out", folder], env)).toEqual({
      code: 1,
      out: "",
      err: `${folder}: is a directory; use a file`,
    });
    // The existing file stays intact until the new one is complete.
    symlinkSync(nowhere, `${to}.part`);
    expect((await run(["export", "--out", to], env)).code).toBe(1);
    expect(readFileSync(to, "utf8").slice(0, 10)).toBe("version: 1");
    const refused = await run(["backup", join(file, "b")], env);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/p\.yaml.*: part of this path is not a directory; /),
    ]);
  });

  it("[CFG-007] [CFG-018] another SECRET_KEY than the one that sealed is refused with 78", async () => {
    const file = join(createSubfolder(), "p.yaml");
    writeFileSync(
      file,
      "version: 1\naccount: { name: Key }\noperators:\n  - { email: key@example.test, name: Key, role: owner }\nchannels:\n  - { kind: api, name: A, endpoint_url: 'https://93.184.216.34/', operators: [key@example.test] }\n",
      { mode: 0o600 },
    );
    const env = { DATABASE_URL: await createDatabaseUrl(), DATA_DIR: createSubfolder(), PORT: "0" };
    expect(
      (await run(["apply", file], { ...env, SECRET_KEY: Buffer.alloc(32, 1).toString("base64") }))
        .code,
    ).toBe(0);
    const other = { ...env, SECRET_KEY: Buffer.alloc(32, 2).toString("base64") };
    const refused = await run(["apply", file], other);
    expect([refused.code, refused.err]).toEqual([
      78,
      "SECRET_KEY: cannot decrypt 2 stored secrets; restore the original key in SECRET_KEY or DATA_DIR/secret.key",
    ]);
    const started = await startProcess("./cli-process.ts", other).result;
    expect([
      started.code,
      started.err.includes("SECRET_KEY: cannot decrypt 2 stored secrets"),
    ]).toEqual([78, true]);
  });

  it("[CLI-003] doctor looks at everything and says what to do", async () => {
    const good = await run(["doctor", "--json"], {
      DATABASE_URL: url,
      DATA_DIR: folder,
      SECRET_KEY,
      PORT: "0",
    });
    const { findings } = JSON.parse(good.out) as {
      findings: { check: string; state: string; message: string; advice?: string }[];
    };
    expect(new Set(findings.map((f) => f.check))).toEqual(
      new Set([
        "configuration",
        "disk",
        "database",
        "clock",
        "deliveries",
        "connectors",
        "keys",
        "nodes",
        "redis",
        "audit",
        "backups",
        "mail",
        "storage",
        "scanner",
        "port",
        "tls",
        "origins",
        "egress",
      ]),
    );
    expect(findings.filter((f) => f.state === "fault" && f.check !== "egress")).toEqual([]);
    expect(findings.filter((f) => f.state !== "good").every((f) => f.advice !== undefined)).toBe(
      true,
    );

    const bad = await run(["doctor"], {
      DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x",
      DATA_DIR: folder,
      PUBLIC_URL: "https://127.0.0.1:1",
    });
    expect(bad.code).toBe(1);
    expect(bad.out).toMatch(/FAULT database: .*connection refused/);
    expect(bad.out).toMatch(/FAULT tls: .*\n {7}fix the proxy/);
    expect(bad.out).not.toContain("hunter2");
    expect((await run(["doctor"], { PORT: "x" })).code).toBe(78);
    // The other checks still run. A link to a missing disk is not treated as an empty
    // folder.
    writeFileSync(join(folder, "taken"), "");
    symlinkSync(join(folder, "unmounted"), join(folder, "link"));
    const blockedFolder = await run(["doctor"], { DATA_DIR: join(folder, "taken"), PORT: "0" });
    expect([blockedFolder.code, blockedFolder.out]).toEqual([
      1,
      expect.stringMatching(/FAULT database: .*is not a directory; [^]*ok {4}port/),
    ]);
    expect((await run(["doctor"], { DATA_DIR: join(folder, "link"), PORT: "0" })).out).toMatch(
      /FAULT disk: .*link cannot be checked \(ENOENT\)/,
    );
  });

  it.skipIf(redisServer === null)("[CLI-003] [CFG-005] doctor connects to Redis", async () => {
    const redis = await startTestRedis({ password: "hunter2" });
    const inspect = async (url: string) => {
      const { code, out } = await run(["doctor", "--json"], { DATA_DIR: folder, REDIS_URL: url });
      expect([code === 78, out.includes("hunter2")]).toEqual([false, false]);
      const { findings } = JSON.parse(out) as { findings: { check: string }[] };
      return findings.find(({ check }) => check === "redis");
    };
    const { port } = redis;
    expect(await inspect(redis.url)).toMatchObject({
      state: "good",
      message: expect.stringMatching(
        new RegExp(`^version \\d+\\.\\S+ at 127\\.0\\.0\\.1:${port} responds within \\d+ ms$`),
      ) as string,
    });
    expect(await inspect(`redis://:hunter22@127.0.0.1:${port}`)).toMatchObject({
      state: "warning",
      message: expect.stringContaining(`127.0.0.1:${port} cannot be used (WRONGPASS`) as string,
    });
    await redis.close();
    expect(await inspect(redis.url)).toMatchObject({
      state: "warning",
      message: expect.stringContaining("ECONNREFUSED") as string,
    });
  });

  it("[CLI-002] a command that is interrupted ends by an exit, and so takes along what it started", async () => {
    const silent = createServer();
    await new Promise<void>((done) => void silent.listen(0, "127.0.0.1", done));
    const { port } = silent.address() as AddressInfo;
    const command = startProcess(
      "../src/cli/main.ts",
      { ...baseEnv(), DATABASE_URL: `postgres://u@127.0.0.1:${port}/x` },
      ["export"],
    );
    await once(silent, "connection");
    command.signal("SIGINT");
    expect((await command.result).code).toBe(130);
    silent.close();
  });

  it("[CLI-003] doctor names what answers as neither PostgreSQL nor TLS", async () => {
    const server = createServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    );
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const { out } = await run(["doctor"], {
      DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x`,
      DATA_DIR: folder,
      PUBLIC_URL: `https://127.0.0.1:${port}`,
    });
    server.close();
    expect(out).toMatch(/FAULT database: .*no valid response from PostgreSQL; check/);
    expect(out).toMatch(/FAULT tls: .*the server does not use TLS\n/);
  });
});
