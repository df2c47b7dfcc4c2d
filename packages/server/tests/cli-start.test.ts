import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createEmptyDatabase, createTestDatabase } from "@parlour/testkit";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { shutdownLimits } from "../src/cli/start.ts";
import { slowShutdownMs } from "../src/shutdown.ts";
import { maxStopMs } from "../src/http/graceful-stop.ts";
import { renderDocuments } from "../src/openapi/documents.ts";
import { createScratchFolder, startProcess, defaultEnv } from "./cli-fixture.ts";

const { createSubfolder } = createScratchFolder();
/**
 * Returns the URL of a database without tables. These tests do not need the supervisor of the
 * embedded database.
 */
const createEmptyUrl = async (): Promise<string> => (await createEmptyDatabase()).url;
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

describe("the process", () => {
  it(
    "[CFG-017] [CORE-131] [API-115] the real server prints one ready line and the set-up link, serves its API documents, and ends in order on SIGTERM",
    { meta: { pin: "the start and stop of each run" } },
    async () => {
      const process_ = startProcess("../dist/main.js", {
        ...baseEnv(),
        DATABASE_URL: await createEmptyUrl(),
      });
      const address = await process_.ready;
      expect((await fetch(`${address}/ready`)).status).toBe(200);
      for (const [name, content] of Object.entries(await renderDocuments())) {
        const document = await fetch(`${address}/api/v1/${name}`);
        // The documents name the installation that serves them (API-419).
        const text = (await document.text())
          .replaceAll(address, "http://localhost:3000")
          .replaceAll(new URL(address).host, "localhost:3000");
        expect([document.status, text]).toEqual([200, content]);
      }
      process_.signal("SIGTERM");
      const { code, out } = await process_.result;
      expect(code).toBe(0);
      const lines = out.trim().split("\n");
      expect(lines.filter((l) => l.startsWith("ready "))).toEqual([`ready ${address}`]);
      expect(lines[1]).toMatch(/^set up: http:\/\/localhost:\d+\/setup#\S{20,}$/);
      expect(lines).toHaveLength(2);
    },
  );

  it("[CORE-131] [P15] what does not end by itself is cut off within 15 s", async () => {
    const process_ = startProcess("./cli-process.ts", baseEnv(), ["slow"]);
    await process_.ready;
    const startedMs = performance.now();
    process_.signal("SIGTERM");
    const { code, err } = await process_.result;
    expect(code).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    // Sockets of operators and visitors get 2 s each before the requests end, and the journal must
    // close after them.
    expect(2 * 2_000 + maxStopMs).toBeLessThan(shutdownLimits.server);
    expect(maxStopMs).toBeLessThan(slowShutdownMs);
    expect(slowShutdownMs).toBeLessThan(shutdownLimits.server);
    expect(shutdownLimits.server + shutdownLimits.database).toBeLessThan(shutdownLimits.total);
    expect(shutdownLimits.total).toBeLessThan(15_000);
    expect(err).toContain("parlour.close_cut_off");
  });

  it("[CORE-265] [CORE-131] sockets are moved before the server is closed, and a move that does not end is cut off", async () => {
    for (const mode of ["", "stuck"]) {
      const env = { ...baseEnv(), SHUTDOWN_DELAY: "0", SHUTDOWN_MOVE: "0" };
      const process_ = startProcess("./cli-process.ts", env, [mode]);
      await process_.ready;
      const startedMs = performance.now();
      process_.signal("SIGTERM");
      const { code, err } = await process_.result;
      expect(code).toBe(0);
      expect(err.split("\n").filter((line) => line === "drain" || line === "close")).toEqual([
        "drain",
        "close",
      ]);
      expect(performance.now() - startedMs).toBeLessThan(15_000);
    }
  });

  it.each(["reject", "throw"])(
    "[CORE-131] [F32] an error that nobody caught (%s) is logged and ends the process with 1",
    async (how) => {
      const process_ = startProcess("./cli-process.ts", baseEnv());
      const address = await process_.ready;
      const startedMs = performance.now();
      await fetch(`${address}/${how}`).then(
        () => undefined,
        () => undefined,
      );
      const { code, err } = await process_.result;
      expect(code).toBe(1);
      expect(performance.now() - startedMs).toBeLessThan(15_000);
      expect(err).toMatch(/nobody caught this|nor this/);
      expect(err).toMatch(/"level":"fatal".*parlour\.failing/);
    },
  );

  it("[CFG-015] [CFG-018] wrong configuration ends with 78 and a line per fault, before anything is made", async () => {
    const dataDir = join(createSubfolder(), "never");
    const { code, out, err } = await startProcess("../dist/main.js", {
      DATA_DIR: dataDir,
      PORT: "x",
      LOG_LEVEL: "y",
      PARLOUR_PORT: "1",
    }).result;
    expect(code).toBe(78);
    expect(out).toBe("");
    expect(
      err
        .trim()
        .split("\n")
        .map((l) => l.split(":")[0]),
    ).toEqual(["PORT", "LOG_LEVEL", "PARLOUR_PORT"]);
    expect(statSync(dataDir, { throwIfNoEntry: false })).toBe(undefined);
  });

  it("[CFG-017] whoever closed standard output takes no server with him", async () => {
    const process_ = startProcess("./cli-process.ts", { ...baseEnv(), STDOUT: "closed" });
    await process_.waitForLog("parlour.ready");
    process_.signal("SIGTERM");
    const { code, err } = await process_.result;
    expect([code, err.includes("parlour.failing")]).toEqual([0, false]);
  });

  it("[CFG-018] a used port ends with 1 and a sentence", async () => {
    const other = createServer();
    await new Promise<void>((done) => void other.listen(0, "127.0.0.1", done));
    const port = (other.address() as AddressInfo).port;
    const { code, err } = await startProcess("../dist/main.js", {
      ...baseEnv(),
      PORT: String(port),
    }).result;
    other.close();
    expect(code).toBe(1);
    expect(err).toContain(
      `port ${port} on 127.0.0.1 is already in use; stop the other program or set PORT`,
    );
  });

  it("[CFG-018] a database that cannot be reached ends with 1 and a sentence without its password", async () => {
    const { code, err } = await startProcess("../dist/main.js", {
      ...baseEnv(),
      DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x",
    }).result;
    expect(code).toBe(1);
    expect(err.trim()).toBe(
      "the database at 127.0.0.1:1: connection refused; start it or check DATABASE_URL",
    );
  });

  it("[CFG-004] a database user who may not create roles ends with 78 and the SQL to run", async () => {
    const ownDatabase = await createEmptyUrl();
    const client = new pg.Client({ connectionString: ownDatabase });
    await client.connect();
    const user = `poor_${randomBytes(4).toString("hex")}`;
    await client.query(`create role ${user} login`);
    const poor = new URL(ownDatabase);
    poor.username = user;
    const { code, err } = await startProcess("../dist/main.js", {
      ...baseEnv(),
      DATABASE_URL: poor.toString(),
    }).result;
    // An upgrade in another file lets all users connect to its database as before (CFG-176).
    await client.query(`drop role ${user}`).catch(() => undefined);
    await client.end();
    expect(code).toBe(78);
    expect(err).toMatch(new RegExp(`^grant parlour_\\w+_writer, .* to ${user}`, "m"));
  });

  it("[CFG-006] [CFG-021] [CFG-026] the provisioning file is applied at start; others who can read its secrets are warned of", async () => {
    const file = join(createSubfolder(), "parlour.yaml");
    writeFileSync(
      file,
      "version: 1\naccount: { name: Acme }\noperators:\n  - { email: ann@example.test, name: Ann, role: owner, password: correct horse battery staple }\n",
      { mode: 0o644 },
    );
    const ownDatabase = await createDatabaseUrl();
    const process_ = startProcess("./cli-process.ts", {
      ...baseEnv(),
      DATABASE_URL: ownDatabase,
      PARLOUR_CONFIG: file,
    });
    await process_.ready;
    process_.signal("SIGTERM");
    const { err } = await process_.result;
    expect(err).toContain("chmod 600");
    chmodSync(file, 0o600);
    const again = startProcess("./cli-process.ts", {
      ...baseEnv(),
      DATABASE_URL: ownDatabase,
      PARLOUR_CONFIG: file,
    });
    await again.ready;
    again.signal("SIGTERM");
    const second = await again.result;
    expect(second.err).not.toContain("chmod 600");
    expect(second.err).toMatch(/"changes":0.*parlour\.provisioned/);
    writeFileSync(file, "version: 1\nchanels: []\n");
    const wrong = await startProcess("./cli-process.ts", {
      ...baseEnv(),
      DATABASE_URL: ownDatabase,
      PARLOUR_CONFIG: file,
    }).result;
    expect([wrong.code, wrong.err.trim()]).toEqual([
      78,
      `${file}:2: chanels: is not a valid key here (CFG-023)`,
    ]);
  });

  it("[CORE-130] [CORE-131] with nothing set it starts its own database, and again after kill -9", async () => {
    const env = { DATA_DIR: join(createSubfolder(), "data"), PORT: "0", LOG_FORMAT: "json" };
    chmodSync(join(env.DATA_DIR, ".."), 0o755);
    // Ctrl-C during the first start also reaches initdb.
    const cutOff = startProcess("../dist/main.js", env);
    const created = (): readonly string[] =>
      existsSync(env.DATA_DIR) ? readdirSync(env.DATA_DIR) : [];
    await expect
      .poll(() => created().some((name) => name.startsWith("pg")), {
        timeout: 60_000,
        interval: 10,
      })
      .toBe(true);
    cutOff.signalAll("SIGINT");
    expect(await cutOff.result).toMatchObject({
      code: 0,
      err: expect.not.stringMatching(/^the database/m) as string,
    });
    const first = startProcess("../dist/main.js", env);
    await first.ready;
    first.signal("SIGKILL");
    await first.result;
    const startedMs = performance.now();
    const second = startProcess("../dist/main.js", env);
    const address = await second.ready;
    expect((await fetch(`${address}/ready`)).status).toBe(200);
    // The benchmark measures the speed (PERF-12). This machine runs other tests too.
    expect(performance.now() - startedMs).toBeLessThan(60_000);
    second.signal("SIGTERM");
    expect((await second.result).code).toBe(0);
    expect(statSync(join(env.DATA_DIR, "secret.key")).mode & 0o777).toBe(0o600);
  });
});
