import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../src/clock.ts";
import { runsOn } from "../src/embedded/postmaster.ts";
import { findRunning } from "../src/embedded/index.ts";
import { makeSocketDir } from "../src/embedded/socket-dir.ts";
import { GatewayConnection } from "../src/journal/connection.ts";
import { migrate } from "../src/store/migrate.ts";
import { openPools } from "../src/store/pools.ts";

/** Real processes and real kills: what is tested is what the operating system does with them. */

const script = fileURLToPath(new URL("./embedded-process.ts", import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) {
    const cluster = join(folder, "data", "pg");
    const pid = existsSync(join(cluster, "postmaster.pid")) ? postmaster(folder) : 0;
    if (pid > 0 && runsOn(pid, cluster)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder(suffix = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-embedded-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  const inner = join(folder, suffix);
  mkdirSync(inner, { recursive: true });
  return inner;
}

interface Line {
  readonly event?: string;
  readonly msg?: string;
  readonly message?: string;
  readonly url?: string;
}
interface Process {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly exit: Promise<number | null>;
  readonly seen: readonly Line[];
  /** The first line, seen already or to come, that fits; null when the process ends without it. */
  line(fits: (line: Line) => boolean): Promise<Line | null>;
}
function run(folder: string, settings: Record<string, string> = {}, as: { uid?: number; gid?: number } = {}): Process {
  const child = spawn(process.execPath, [script, join(folder, "data"), JSON.stringify(settings)], {
    ...as,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const seen: Line[] = [];
  const waiting: { fits: (line: Line) => boolean; found: (line: Line | null) => void }[] = [];
  const exit = once(child, "close").then(([code]) => {
    for (const w of waiting) w.found(null);
    return code as number | null;
  });
  createInterface(child.stdout).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    seen.push(line);
    for (const w of waiting.splice(0)) {
      if (w.fits(line)) w.found(line);
      else waiting.push(w);
    }
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exit;
  });
  return {
    child,
    exit,
    seen,
    line: (fits) => {
      const past = seen.find(fits);
      return past ? Promise.resolve(past) : new Promise((found) => waiting.push({ fits, found }));
    },
  };
}
async function started(process: Process): Promise<string> {
  const line = await process.line((l) => l.event === "started" || l.event === "fault");
  if (line?.url === undefined) throw new Error(`did not start: ${JSON.stringify(process.seen)}`);
  return line.url;
}
const postmaster = (folder: string): number => Number(readFileSync(join(folder, "data", "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const lines = (process: Process): (string | undefined)[] => process.seen.map((l) => l.msg ?? l.event);

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
/** The numbering of positions as a node meets it (journal.md 3). */
async function epochOf(url: string): Promise<string> {
  const pools = await openPools(url);
  let epoch = "";
  const fault = (error: unknown): never => expect.fail(String(error));
  const link = new GatewayConnection({ pools, clock: systemClock(), onEpoch: (met) => void (epoch = met), onFault: fault });
  await link.open();
  await link.close();
  await pools.close();
  return epoch;
}
async function killHard(process: Process): Promise<void> {
  process.child.kill("SIGKILL");
  await process.exit;
}

describe("the bundled PostgreSQL", () => {
  it("[CORE-130] makes a cluster, keeps it over an orderly end and starts it again", async () => {
    const folder = newFolder("with a space");
    const first = run(folder);
    const url = await started(first);
    await query(url, "create table kept as select 7 as n");
    const [unsafe] = await query<{ n: number }>(
      url,
      "select count(*)::int as n from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'on'",
    );
    expect(unsafe?.n).toBe(0);
    expect(url).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    expect(existsSync(join(folder, "data", "pg", "postmaster.pid"))).toBe(false);

    const second = run(folder);
    expect(await query(await started(second), "select n from kept")).toEqual([{ n: 7 }]);
    expect(lines(second)).not.toContain("database.made");
  });

  it("[CORE-131] after kill -9 of the process the running database is adopted, without a stop", async () => {
    const folder = newFolder();
    const first = run(folder);
    await query(await started(first), "create table kept as select 1 as n");
    const pid = postmaster(folder);
    await killHard(first);
    const second = run(folder);
    expect(await query(await started(second), "select n from kept")).toEqual([{ n: 1 }]);
    expect(postmaster(folder)).toBe(pid);
    expect(lines(second)).toContain("database.adopted");
    second.child.kill("SIGTERM");
    expect(await second.exit).toBe(0);
    expect(runsOn(pid, join(folder, "data", "pg"))).toBe(false);
  });

  it("[CORE-131] an orphan with other settings is replaced", async () => {
    const folder = newFolder();
    const first = run(folder);
    await started(first);
    const pid = postmaster(folder);
    await killHard(first);
    const second = run(folder, { max_connections: "31" });
    expect(await query(await started(second), "show max_connections")).toEqual([{ max_connections: "31" }]);
    expect(postmaster(folder)).not.toBe(pid);
  });

  it("[CORE-131] when only the database is killed it comes back at the same address, again and again, until it dies too often", async () => {
    const folder = newFolder();
    const process_ = run(folder);
    const url = await started(process_);
    await query(url, "create table kept as select 1 as n");
    for (let n = 1; n <= 5; n++) {
      const recovered = process_.seen.filter((l) => l.msg === "database.recovered").length;
      process.kill(postmaster(folder), "SIGKILL");
      let times = recovered;
      await process_.line((l) => l.msg === "database.recovered" && ++times > 2 * recovered);
      expect(await query(url, "select n from kept")).toEqual([{ n: 1 }]);
    }
    process.kill(postmaster(folder), "SIGKILL");
    const died = await process_.line((l) => l.event === "died");
    expect(died?.message).toMatch(/died 6 times within a minute/);
    expect(await process_.exit).toBe(1);
  });

  it("[CORE-131] a stop amid the restart of a killed database leaves no database behind", async () => {
    const folder = newFolder();
    const process_ = run(folder);
    await started(process_);
    process.kill(postmaster(folder), "SIGKILL");
    await process_.line((l) => l.msg === "database.lost");
    process_.child.kill("SIGTERM");
    expect(await process_.exit).toBe(0);
    expect(existsSync(join(folder, "data", "pg", "postmaster.pid"))).toBe(false);
  });

  it("[CORE-045] [F06] a database that was put back by its log, or promoted, has another numbering", async () => {
    const folder = newFolder();
    const first = run(folder);
    const url = await started(first);
    await migrate(url);
    const [stored, timeline] = (await epochOf(url)).split(".");
    first.child.kill("SIGTERM");
    await first.exit;
    // It reads its log to the end, as after a restore to a point in time, and goes on as another line of it.
    writeFileSync(join(folder, "data", "pg", "recovery.signal"), "");
    const again = await started(run(folder, { restore_command: "false" }));
    // It answers while it still reads; until it has found the end it takes no write.
    await expect
      .poll(() => query<{ reads: boolean }>(again, "select pg_is_in_recovery() as reads").catch(() => []))
      .toEqual([{ reads: false }]);
    expect((await epochOf(again)).split(".")).toEqual([stored, expect.not.stringMatching(`^${timeline}$`)]);
  });

  it("[CORE-131] a crash of one session does not take the server along", async () => {
    const folder = newFolder();
    const process_ = run(folder);
    const url = await started(process_);
    const pid = postmaster(folder);
    const [backend] = await query<{ pid: number }>(url, "select pid from pg_stat_activity where application_name = 'parlour-lock'");
    process.kill(backend?.pid ?? 0, "SIGKILL");
    await process_.line((l) => l.msg === "database.recovered");
    expect(postmaster(folder)).toBe(pid);
    // A session that came before PostgreSQL noticed the crash ends with all others, and the next one takes the lock.
    const held = "select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 7001 and granted";
    await expect.poll(() => query<{ n: number }>(url, held).catch(() => [])).toEqual([{ n: 1 }]);
  });

  it("[CORE-131] after kill -9 of both, and with a pid file that names a foreign process, it starts", async () => {
    const folder = newFolder();
    const first = run(folder);
    const url = await started(first);
    await query(url, "create table kept as select 1 as n");
    const pid = postmaster(folder);
    first.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await first.exit;
    for (const file of [
      join(folder, "data", "pg", "postmaster.pid"),
      join(new URL(url).searchParams.get("host") ?? "", ".s.PGSQL.5432.lock"),
    ]) {
      writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(process.pid)));
    }
    expect(findRunning(join(folder, "nowhere"), systemClock())).toBe(null);
    const second = run(folder);
    expect(await query(await started(second), "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("[CFG-018] a second instance is refused with a sentence and exit code 1; a command finds the running one", async () => {
    const folder = newFolder();
    const first = run(folder);
    const url = await started(first);
    const second = run(folder);
    expect(await second.exit).toBe(1);
    expect(second.seen.at(-1)?.message).toBe(
      `another Parlour is using ${join(folder, "data")} (database process ${postmaster(folder)}); stop it or choose another DATA_DIR`,
    );
    expect(findRunning(join(folder, "data"), systemClock())).toEqual({ url });
    expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("[CFG-018] two first starts at once: one wins, the other says so", async () => {
    const folder = newFolder();
    const both = [run(folder), run(folder)];
    const first = await Promise.race(both.map(async (p, n) => ({ n, code: await p.exit })));
    expect(first.code).toBe(1);
    expect(both[first.n]?.seen.at(-1)?.message).toMatch(/^another Parlour is using |does not answer; see /);
    const winner = both[1 - first.n];
    expect(await query(winner ? await started(winner) : "", "select 1 as n")).toEqual([{ n: 1 }]);
    expect(readdirSync(join(folder, "data")).filter((f) => f.includes(".init-"))).toEqual([]);
  });

  it("[CORE-131] a cut-off first start is thrown away; a path of 200 characters with spaces works", async () => {
    const folder = newFolder(`${"x".repeat(90)} with a space/${"y".repeat(100)}`);
    mkdirSync(join(folder, "data", "pg.init-4194399", "base"), { recursive: true });
    chmodSync(join(folder, "data"), 0o755);
    const process_ = run(folder);
    expect(await query(await started(process_), "select 1 as n")).toEqual([{ n: 1 }]);
    expect(readdirSync(join(folder, "data")).filter((f) => f.includes(".init-"))).toEqual([]);
  });

  it("[CFG-018] data of another major version, a foreign directory and a file in the way are refused untouched", async () => {
    const other = newFolder();
    mkdirSync(join(other, "data", "pg"), { recursive: true });
    chmodSync(join(other, "data"), 0o755);
    writeFileSync(join(other, "data", "pg", "PG_VERSION"), "17\n");
    const old = run(other);
    expect(await old.exit).toBe(1);
    expect(old.seen.at(-1)?.message).toMatch(/holds data of PostgreSQL 17, this release carries 18/);

    const foreign = newFolder();
    mkdirSync(join(foreign, "data", "pg"), { recursive: true });
    chmodSync(join(foreign, "data"), 0o755);
    writeFileSync(join(foreign, "data", "pg", "letter.txt"), "mine");
    const refused = run(foreign);
    expect(await refused.exit).toBe(1);
    expect(refused.seen.at(-1)?.message).toMatch(/exists but holds no database/);
    expect(readFileSync(join(foreign, "data", "pg", "letter.txt"), "utf8")).toBe("mine");

    const file = newFolder();
    writeFileSync(join(file, "data"), "a file");
    const blocked = run(file);
    expect(await blocked.exit).toBe(1);
    expect(blocked.seen.at(-1)?.message).toMatch(/is not a directory; choose another DATA_DIR/);
  });

  it("[CFG-018] a socket directory that others can enter is refused", () => {
    const dataDir = newFolder();
    const path = makeSocketDir(dataDir, undefined);
    folders.push(path);
    chmodSync(path, 0o777);
    expect(() => makeSocketDir(dataDir, undefined)).toThrow(/belongs to somebody else or is open to others/);
  });

  it("[CORE-125] the database's log holds no statement and no key", async () => {
    const folder = newFolder();
    const url = await started(run(folder));
    await query(url, "create table person (email text primary key)");
    await query(url, "insert into person values ('hidden@example.test')");
    await expect(query(url, "insert into person values ('hidden@example.test')")).rejects.toThrow(/duplicate key/);
    const log = readFileSync(join(folder, "data", "pg.log"), "utf8");
    expect(log).toMatch(/duplicate key/);
    expect(log).not.toMatch(/hidden@example/);
  });

  const nobody = process.getuid?.() === 0 ? Number(spawnSync("id", ["-u", "nobody"], { encoding: "utf8" }).stdout) : 0;
  const reachable =
    nobody > 0 &&
    spawnSync(process.execPath, ["--version"], { uid: nobody, gid: nobody }).status === 0 &&
    spawnSync("/bin/sh", ["-c", 'test -r "$1"', "sh", script], { uid: nobody, gid: nobody }).status === 0;
  it.skipIf(!reachable)("[CORE-130] an ordinary user starts it as himself; root starts it as another user", async () => {
    const folder = newFolder();
    chownSync(folder, nobody, nobody);
    const process_ = run(folder, {}, { uid: nobody, gid: nobody });
    await started(process_);
    const owner = (pid: number): number => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    expect(owner(postmaster(folder))).toBe(nobody);
    const asRoot = newFolder();
    await started(run(asRoot));
    expect(owner(postmaster(asRoot))).not.toBe(0);
  });
});
