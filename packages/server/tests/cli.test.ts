import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyDatabase, freshDatabase } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../src/clock.ts";
import { runCommand } from "../src/cli/run.ts";
import { loadSecretKey } from "../src/cli/secret-key.ts";
import { shutdownLimits } from "../src/cli/start.ts";
import { longestStopMs } from "../src/http/stop.ts";
import { toFault } from "../src/cli/to-fault.ts";
import { fileFault, reasonIn, StartFault } from "../src/embedded/fault.ts";
import { openLog } from "../src/log.ts";

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "parlour-cli-"));
chmodSync(folder, 0o755);
const log = openLog({ level: "silent", format: "json" });
/** Of this process only what Node itself needs. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => name === "PATH" || name === "NODE_COMPILE_CACHE"));

/** One with nothing in it: these tests need a database, not its supervisor. */
const empty = async (): Promise<string> => (await emptyDatabase()).url;
/** One that has its tables. */
const database = async (): Promise<string> => (await freshDatabase()).url;
let url = "";
beforeAll(async () => {
  url = await database();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
interface Running {
  /** Resolves with the port when the ready line came; rejects when the process ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
}
function start(file: string, env: Record<string, string>, args: string[] = []): Running {
  const child = spawn(process.execPath, [at(file), ...args], { env: { ...inherited, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  let isReady: (address: string) => void = () => undefined;
  const ready = new Promise<string>((resolve, reject) => {
    isReady = resolve;
    child.once("close", () => reject(new Error(`ended before it was ready: ${err}`)));
  });
  ready.catch(() => undefined);
  child.stdout.on("data", (part: Buffer) => {
    out += part.toString();
    const address = /^ready (\S+)$/m.exec(out)?.[1];
    if (address !== undefined) isReady(address);
  });
  child.stderr.on("data", (part: Buffer) => (err += part.toString()));
  const ended = once(child, "close").then(([code]): Ended => ({ code: Number(code), out, err }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { ready, ended, signal: (name) => void child.kill(name) };
}
const fresh = (): string => mkdtempSync(join(folder, "d-"));
/** One key for what one of them seals in the database of all. */
const SECRET_KEY = Buffer.alloc(32, 5).toString("base64");
const usual = { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json", SECRET_KEY };
const base = (): Record<string, string> => ({ DATABASE_URL: url, DATA_DIR: fresh(), ...usual });

describe("the process", () => {
  it("[CFG-017] [CORE-131] the real server prints one ready line and the set-up link, and ends in order on SIGTERM", async () => {
    const process_ = start("../src/main.ts", { ...base(), DATABASE_URL: await empty() });
    const address = await process_.ready;
    expect((await fetch(`${address}/ready`)).status).toBe(200);
    process_.signal("SIGTERM");
    const { code, out } = await process_.ended;
    expect(code).toBe(0);
    const lines = out.trim().split("\n");
    expect(lines.filter((l) => l.startsWith("ready "))).toEqual([`ready ${address}`]);
    expect(lines[1]).toMatch(/^set up: http:\/\/localhost:\d+\/setup\?token=\S{20,}$/);
    expect(lines).toHaveLength(2);
  });

  it("[CORE-131] [P15] what does not end by itself is cut off within 15 s", async () => {
    const process_ = start("./cli-process.ts", base(), ["slow"]);
    await process_.ready;
    const begun = performance.now();
    process_.signal("SIGTERM");
    const { code, err } = await process_.ended;
    expect(code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(15_000);
    // Sockets of operators and of visitors have 2 s each before the requests, and the journal must still end in order behind them.
    expect(2 * 2_000 + longestStopMs).toBeLessThan(shutdownLimits.server);
    expect(shutdownLimits.server + shutdownLimits.database).toBeLessThan(shutdownLimits.whole);
    expect(shutdownLimits.whole).toBeLessThan(15_000);
    expect(err).toContain("parlour.close_cut_off");
  });

  it.each(["reject", "throw"])("[CORE-131] [F32] an error that nobody caught (%s) is logged and ends the process with 1", async (how) => {
    const process_ = start("./cli-process.ts", base());
    const address = await process_.ready;
    await fetch(`${address}/${how}`).then(
      () => undefined,
      () => undefined,
    );
    const { code, err } = await process_.ended;
    expect(code).toBe(1);
    expect(err).toMatch(/nobody caught this|nor this/);
    expect(err).toMatch(/"level":"fatal".*parlour\.failing/);
  });

  it("[CFG-015] [CFG-018] wrong configuration ends with 78 and a line per fault, before anything is made", async () => {
    const dataDir = join(fresh(), "never");
    const { code, out, err } = await start("../src/main.ts", { DATA_DIR: dataDir, PORT: "x", LOG_LEVEL: "y", PARLOUR_PORT: "1" }).ended;
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

  it("[CFG-018] a used port ends with 1 and a sentence", async () => {
    const other = createServer();
    await new Promise<void>((done) => void other.listen(0, "127.0.0.1", done));
    const port = (other.address() as AddressInfo).port;
    const { code, err } = await start("../src/main.ts", { ...base(), PORT: String(port) }).ended;
    other.close();
    expect(code).toBe(1);
    expect(err).toContain(`port ${port} on 127.0.0.1 is in use; stop what uses it or set PORT`);
  });

  it("[CFG-018] a database that cannot be reached ends with 1 and a sentence without its password", async () => {
    const { code, err } = await start("../src/main.ts", { ...base(), DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" }).ended;
    expect(code).toBe(1);
    expect(err.trim()).toBe("the database at 127.0.0.1:1: nothing listens there; start it or correct DATABASE_URL");
  });

  it("[CFG-004] a database user who may not create roles ends with 78 and the SQL to run", async () => {
    const own = await empty();
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    const user = `poor_${randomBytes(4).toString("hex")}`;
    await client.query(`create role ${user} login`);
    const poor = new URL(own);
    poor.username = user;
    const { code, err } = await start("../src/main.ts", { ...base(), DATABASE_URL: poor.toString() }).ended;
    await client.query(`drop role ${user}`);
    await client.end();
    expect(code).toBe(78);
    expect(err).toMatch(/grant parlour_writer to/);
  });

  it("[CFG-006] [CFG-021] [CFG-026] the provisioning file is applied at start; others who can read its secrets are warned of", async () => {
    const file = join(fresh(), "parlour.yaml");
    writeFileSync(
      file,
      "version: 1\naccount: { name: Acme }\noperators:\n  - { email: ann@example.test, name: Ann, role: owner, password: correct horse battery staple }\n",
      { mode: 0o644 },
    );
    const own = await database();
    const process_ = start("./cli-process.ts", { ...base(), DATABASE_URL: own, PARLOUR_CONFIG: file });
    await process_.ready;
    process_.signal("SIGTERM");
    const { err } = await process_.ended;
    expect(err).toContain("chmod 600");
    chmodSync(file, 0o600);
    const again = start("./cli-process.ts", { ...base(), DATABASE_URL: own, PARLOUR_CONFIG: file });
    await again.ready;
    again.signal("SIGTERM");
    const second = await again.ended;
    expect(second.err).not.toContain("chmod 600");
    expect(second.err).toMatch(/"changes":0.*parlour\.provisioned/);
    writeFileSync(file, "version: 1\nchanels: []\n");
    const wrong = await start("./cli-process.ts", { ...base(), DATABASE_URL: own, PARLOUR_CONFIG: file }).ended;
    expect([wrong.code, wrong.err.trim()]).toEqual([78, `${file}:2: chanels: is not a known key here (CFG-023)`]);
  });

  it("[CORE-130] [CORE-131] with nothing set it starts its own database, and again after kill -9", async () => {
    const env = { DATA_DIR: join(fresh(), "data"), PORT: "0", LOG_FORMAT: "json" };
    chmodSync(join(env.DATA_DIR, ".."), 0o755);
    const first = start("../src/main.ts", env);
    await first.ready;
    first.signal("SIGKILL");
    await first.ended;
    const begun = performance.now();
    const second = start("../src/main.ts", env);
    const address = await second.ready;
    expect((await fetch(`${address}/ready`)).status).toBe(200);
    // How fast it is, is measured by the benchmark (PERF-12); this machine runs other tests too.
    expect(performance.now() - begun).toBeLessThan(60_000);
    second.signal("SIGTERM");
    expect((await second.ended).code).toBe(0);
    expect(statSync(join(env.DATA_DIR, "secret.key")).mode & 0o777).toBe(0o600);
  });
});

describe("parlour", () => {
  async function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(args, { env, clock: systemClock(), log, out: (l) => out.push(l), err: (l) => err.push(l) });
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
      expect([one.code, one.out.split("\n")[0]]).toEqual([0, expect.stringMatching(new RegExp(`^parlour ${name}`))]);
    }
    expect(JSON.parse((await run(["version", "--json"])).out)).toEqual({ parlour: "0.1.0", node: process.versions.node, postgresql: "18" });
  });

  it("[CLI-001] the lab explains itself", () => {
    const main = at("../src/cli/main.ts");
    const { status, stdout } = spawnSync(process.execPath, [main, "lab", "--help"], { encoding: "utf8" });
    expect([status, stdout.split("\n")[0]]).toEqual([0, "Usage: parlour lab [options]"]);
  });

  it("[CLI-001] [CLI-002] conformance explains itself, answers wrong usage with 2, and a broken rule with 1", () => {
    const main = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
    const conformance = (...args: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [main, "conformance", ...args], { encoding: "utf8" });
      return { status, stdout };
    };
    expect(conformance("--help")).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Usage: parlour conformance channel\|bot\|webhook URL/),
    });
    expect(conformance("channel").status).toBe(2);
    // Nobody listens on port 1.
    const { status, stdout } = conformance("webhook", "http://127.0.0.1:1/hook?key=secret", "--json");
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ interface: "webhook", url: "http://127.0.0.1:1/hook", passed: 0, failed: 1 }),
    ]);
  });

  it("[CLI-002] wrong usage is 2, wrong configuration 78, a fault 1", async () => {
    expect((await run([])).code).toBe(2);
    expect((await run(["bogus"])).code).toBe(2);
    expect((await run(["apply"])).code).toBe(2);
    expect((await run(["apply", "--bogus", "x.yaml"])).code).toBe(2);
    expect((await run(["version", "extra"])).code).toBe(2);
    expect((await run(["export"], { PORT: "x" })).code).toBe(78);
    expect((await run(["apply", join(folder, "absent.yaml")])).code).toBe(78);
    expect((await run(["export"], { DATABASE_URL: "postgres://u:p@127.0.0.1:1/x", DATA_DIR: folder })).code).toBe(1);
  });

  it("[CLI-001] [CFG-022] [CFG-024] apply and export print text or JSON", async () => {
    const file = join(fresh(), "p.yaml");
    writeFileSync(file, "version: 1\naccount: { name: Cli }\noperators:\n  - { email: cli@example.test, name: Cli, role: owner }\n", {
      mode: 0o600,
    });
    const env = { DATABASE_URL: await database(), DATA_DIR: fresh() };
    const dry = await run(["apply", "--dry-run", file], env);
    expect(dry.out.split("\n")).toEqual(["+ account Cli", "+ operator cli@example.test: owner", "2 would change; nothing was changed"]);
    const done = await run(["apply", file], env);
    expect(done.out).toMatch(
      /operator cli@example\.test: sets a password at http:\/\/localhost:3000\/invite\/\d+\.\S+ \(7 days, once\)\n2 changed$/,
    );
    expect((await run(["apply", file], env)).out).toBe("nothing changed");
    expect(JSON.parse((await run(["apply", "--json", file], env)).out)).toMatchObject({ dry_run: false, changes: [], kept: [] });
    expect((await run(["export"], env)).out).toMatch(/^version: 1\naccount:\n {2}name: Cli\n/);
    expect(JSON.parse((await run(["export", "--json"], env)).out)).toMatchObject({ version: 1, account: { name: "Cli" } });
    writeFileSync(file, `${readFileSync(file, "utf8")}webhooks: [{ url: "https://93.184.216.34/hook?key=1" }]\n`);
    // CORE-125: the secret that was made is said here and nowhere else; the query of an address may be one too.
    expect((await run(["apply", file], env)).out).toMatch(
      /^\+ webhook https:\/\/93\.184\.216\.34\/hook\n {2}webhook https:\/\/93\.184\.216\.34\/hook: signing secret whsec_\S{44} \(shown once\)\n1 changed$/,
    );
    const to = join(fresh(), "out.yaml");
    await run(["export", "--out", to], env);
    expect([readFileSync(to, "utf8").slice(0, 10), statSync(to).mode & 0o777]).toEqual(["version: 1", 0o600]);
  });

  it("[CFG-007] [CFG-018] another SECRET_KEY than the one that sealed is refused with 78", async () => {
    const file = join(fresh(), "p.yaml");
    writeFileSync(
      file,
      "version: 1\naccount: { name: Key }\noperators:\n  - { email: key@example.test, name: Key, role: owner }\nchannels:\n  - { kind: api, name: A, endpoint_url: 'https://93.184.216.34/', operators: [key@example.test] }\n",
      { mode: 0o600 },
    );
    const env = { DATABASE_URL: await database(), DATA_DIR: fresh(), PORT: "0" };
    expect((await run(["apply", file], { ...env, SECRET_KEY: Buffer.alloc(32, 1).toString("base64") })).code).toBe(0);
    const other = { ...env, SECRET_KEY: Buffer.alloc(32, 2).toString("base64") };
    const refused = await run(["apply", file], other);
    expect([refused.code, refused.err]).toEqual([
      78,
      "SECRET_KEY: is not the key of 2 stored secrets; put the right key back, in SECRET_KEY or DATA_DIR/secret.key",
    ]);
    const started = await start("./cli-process.ts", other).ended;
    expect([started.code, started.err.includes("SECRET_KEY: is not the key of 2 stored secrets")]).toEqual([78, true]);
  });

  it("[CLI-003] doctor looks at everything and says what to do", async () => {
    const good = await run(["doctor", "--json"], { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY, PORT: "0" });
    const { findings } = JSON.parse(good.out) as { findings: { check: string; state: string; message: string; advice?: string }[] };
    expect(new Set(findings.map((f) => f.check))).toEqual(
      new Set(["configuration", "disk", "database", "clock", "deliveries", "audit", "backups", "mail", "storage", "port", "tls", "egress"]),
    );
    expect(findings.filter((f) => f.state === "fault" && f.check !== "egress")).toEqual([]);
    expect(findings.filter((f) => f.state !== "good").every((f) => f.advice !== undefined)).toBe(true);

    const bad = await run(["doctor"], {
      DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x",
      DATA_DIR: folder,
      PUBLIC_URL: "https://127.0.0.1:1",
    });
    expect(bad.code).toBe(1);
    expect(bad.out).toMatch(/FAULT database: .*nothing listens there/);
    expect(bad.out).toMatch(/FAULT tls: .*\n {7}mend the proxy/);
    expect(bad.out).not.toContain("hunter2");
    expect((await run(["doctor"], { PORT: "x" })).code).toBe(78);
  });

  it("[CLI-003] doctor names what answers as neither PostgreSQL nor TLS", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const { out } = await run(["doctor"], {
      DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x`,
      DATA_DIR: folder,
      PUBLIC_URL: `https://127.0.0.1:${port}`,
    });
    server.close();
    expect(out).toMatch(/FAULT database: .*does not answer as PostgreSQL does; check/);
    expect(out).toMatch(/FAULT tls: .*it answers, but without TLS\n/);
  });
});

describe("faults at start", () => {
  const around = { host: "0.0.0.0", port: 3000, databaseUrl: "postgres://u:hunter2@db.internal:5432/x" };
  it("[CFG-018] a full or read-only disk is named, whoever meets it", () => {
    const coded = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });
    expect(fileFault(coded("ENOSPC"), "/data")).toMatchObject({
      message: "/data: the disk is full; free some space and start again",
      exitCode: 1,
    });
    expect(fileFault(coded("EROFS"), "/data")).toMatchObject({ message: "/data: the disk is read-only; choose a writable DATA_DIR" });
    expect(reasonIn('FATAL:  could not write lock file "postmaster.pid": No space left on device')).toMatch(/disk is full/);
    expect(reasonIn("initdb: error: could not look up effective user ID 12345: user does not exist")).toMatch(/no name on the machine/);
    expect(toFault(coded("53100"), around)).toMatchObject({
      message: "the database at db.internal:5432: its disk is full; free some space and start again",
      exitCode: 1,
    });
    expect(toFault(coded("28P01"), around)).toMatchObject({ exitCode: 78 });
    expect(toFault(new AggregateError([coded("ECONNREFUSED")]), around)).toMatchObject({ exitCode: 1 });
    expect(toFault(coded("EADDRNOTAVAIL", { syscall: "listen" }), around)).toMatchObject({ exitCode: 78 });
    expect(toFault(new TypeError("a bug"), around)).toBe(null);
  });

  it("[CFG-007] the key is made once, kept, and never replaced when its file is broken", () => {
    const dataDir = fresh();
    const made = loadSecretKey(dataDir, null, log);
    expect(made).toHaveLength(32);
    expect(loadSecretKey(dataDir, null, log).equals(made)).toBe(true);
    expect(loadSecretKey(dataDir, Buffer.alloc(32, 3), log)[0]).toBe(3);
    writeFileSync(join(dataDir, "secret.key"), "cut off");
    expect(() => loadSecretKey(dataDir, null, log)).toThrow(StartFault);
    expect(readFileSync(join(dataDir, "secret.key"), "utf8")).toBe("cut off");
  });
});
