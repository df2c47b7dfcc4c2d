import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { findRunning } from "../src/embedded/index.ts";
import { isRunningOn } from "../src/embedded/postmaster.ts";
import { ensureDatabaseUser } from "../src/embedded/run-as.ts";
import { createSocketDir } from "../src/embedded/socket-dir.ts";
import { migrate } from "../src/store/migrate.ts";
import {
  alsoRemove,
  epochOf,
  folderWithDatabase,
  killHard,
  lines,
  newFolder,
  postmaster,
  query,
  removeFolders,
  run,
  script,
  started,
} from "./embedded-bed.ts";

afterAll(removeFolders);

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
    const folder = await folderWithDatabase();
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
    expect(isRunningOn(pid, join(folder, "data", "pg"))).toBe(false);
  });

  it("[CORE-131] [CLI-002] a process that exits without a stop takes its database along, an adopted one too", async () => {
    const folder = await folderWithDatabase();
    const first = run(folder);
    await started(first);
    const pid = postmaster(folder);
    await killHard(first);
    const adopting = run(folder);
    await started(adopting);
    expect(postmaster(folder)).toBe(pid);
    adopting.child.kill("SIGINT");
    expect(await adopting.exit).toBe(130);
    const cluster = join(folder, "data", "pg");
    await expect.poll(() => isRunningOn(pid, cluster), { timeout: 30_000 }).toBe(false);

    const own = run(folder);
    await started(own);
    const next = postmaster(folder);
    own.child.kill("SIGINT");
    await own.exit;
    await expect.poll(() => isRunningOn(next, cluster), { timeout: 30_000 }).toBe(false);
  });

  it("[CORE-131] an orphan with other settings is replaced", async () => {
    const folder = await folderWithDatabase();
    const first = run(folder);
    await started(first);
    const pid = postmaster(folder);
    await killHard(first);
    const second = run(folder, { max_connections: "31" });
    expect(await query(await started(second), "show max_connections")).toEqual([{ max_connections: "31" }]);
    expect(postmaster(folder)).not.toBe(pid);
  });

  it("[CORE-131] when only the database is killed it comes back at the same address, again and again, until it dies too often", async () => {
    const folder = await folderWithDatabase();
    // A busy machine needs more than a minute to restart it five times.
    const process_ = run(folder, {}, {}, ["env", "SLOW_CLOCK=10"]);
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
    const folder = await folderWithDatabase();
    const process_ = run(folder);
    await started(process_);
    process.kill(postmaster(folder), "SIGKILL");
    await process_.line((l) => l.msg === "database.lost");
    process_.child.kill("SIGTERM");
    expect(await process_.exit).toBe(0);
    expect(existsSync(join(folder, "data", "pg", "postmaster.pid"))).toBe(false);
  });

  it("[CORE-045] [F06] a database that was put back by its log, or promoted, has another numbering", async () => {
    const folder = await folderWithDatabase();
    const first = run(folder);
    const url = await started(first);
    await migrate(url);
    const [stored, timeline] = (await epochOf(url)).split(".");
    first.child.kill("SIGTERM");
    await first.exit;
    // PostgreSQL reads its log to the end, as after a point-in-time restore, and continues on a new
    // timeline.
    writeFileSync(join(folder, "data", "pg", "recovery.signal"), "");
    const again = await started(run(folder, { restore_command: "false" }));
    // It accepts queries while it reads the log, but no writes before it has reached the end.
    await expect
      .poll(() => query<{ reads: boolean }>(again, "select pg_is_in_recovery() as reads").catch(() => []))
      .toEqual([{ reads: false }]);
    expect((await epochOf(again)).split(".")).toEqual([stored, expect.not.stringMatching(`^${timeline}$`)]);
  });

  it("[CORE-131] a crash of one session does not take the server along", async () => {
    const folder = await folderWithDatabase();
    const process_ = run(folder);
    const url = await started(process_);
    const pid = postmaster(folder);
    const [backend] = await query<{ pid: number }>(url, "select pid from pg_stat_activity where application_name like 'parlour-lock %'");
    process.kill(backend?.pid ?? 0, "SIGKILL");
    await process_.line((l) => l.msg === "database.recovered");
    expect(postmaster(folder)).toBe(pid);
    // A session that connected before PostgreSQL noticed the crash ends with all others. The next
    // one takes the lock.
    const held = "select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 7001 and granted";
    await expect.poll(() => query<{ n: number }>(url, held).catch(() => [])).toEqual([{ n: 1 }]);
  });

  it("[CORE-131] a database that begins anew while it is being adopted is adopted when it is back", async () => {
    const folder = await folderWithDatabase();
    const first = run(folder);
    const url = await started(first);
    const pid = postmaster(folder);
    await killHard(first);
    // Another session has the lock, so the next process requests it repeatedly.
    const holder = new pg.Client({ connectionString: url });
    holder.on("error", () => undefined);
    await holder.connect();
    const ask = async <R extends pg.QueryResultRow>(text: string) => (await holder.query<R>(text)).rows[0];
    await expect.poll(() => ask("select pg_try_advisory_lock(7001) as free")).toEqual({ free: true });
    const own = await ask<{ pid: number }>("select pg_backend_pid() as pid");
    const second = run(folder);
    const asking =
      "select count(*)::int as n from pg_stat_activity where application_name like 'parlour-lock %' and query like '%advisory%'";
    await expect.poll(() => ask(asking)).toEqual({ n: 1 });
    process.kill(own?.pid ?? 0, "SIGKILL");
    expect(await query(await started(second), "select 1 as n")).toEqual([{ n: 1 }]);
    expect(postmaster(folder)).toBe(pid);
    await holder.end().catch(() => undefined);
  });

  it("[CORE-131] after kill -9 of both, and with a pid file that names a foreign process, it starts", async () => {
    const folder = await folderWithDatabase();
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
    expect(findRunning(join(folder, "nowhere"), createSystemClock())).toBe(null);
    const second = run(folder);
    expect(await query(await started(second), "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("[CFG-018] a second instance is refused with a sentence and exit code 1; a command finds the running one", async () => {
    const folder = await folderWithDatabase();
    const first = run(folder);
    const url = await started(first);
    const second = run(folder);
    expect(await second.exit).toBe(1);
    expect(second.seen.at(-1)?.message).toBe(
      `another Parlour (process ${first.child.pid}) is using ${join(folder, "data")} (database process ${postmaster(folder)}); stop that Parlour or choose another DATA_DIR`,
    );
    expect(findRunning(join(folder, "data"), createSystemClock())).toEqual({ url });
    expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("[CFG-018] two first starts at once: one wins, the other says so", async () => {
    const folder = newFolder();
    const both = [run(folder), run(folder)];
    const first = await Promise.race(both.map(async (p, n) => ({ n, code: await p.exit })));
    expect(first.code).toBe(1);
    expect(both[first.n]?.seen.at(-1)?.message).toMatch(/^another Parlour (\(process \d+\) )?is using |does not answer; see /);
    const winner = both[1 - first.n];
    expect(await query(winner ? await started(winner) : "", "select 1 as n")).toEqual([{ n: 1 }]);
    // Even if the database is a child of the process that did not get the lock.
    expect(lines(winner!)).not.toContain("database.lost");
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
    const path = createSocketDir(dataDir, undefined);
    alsoRemove(path);
    chmodSync(path, 0o777);
    expect(() => createSocketDir(dataDir, undefined)).toThrow(/belongs to somebody else or is open to others/);
  });

  it.skipIf(process.getuid?.() !== 0)("[CORE-130] a TMPDIR of root's alone is passed over, one that is not there is named", () => {
    const dataDir = newFolder();
    const own = newFolder("own");
    chmodSync(own, 0o700);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TMPDIR", own);
    const path = createSocketDir(dataDir, ensureDatabaseUser());
    alsoRemove(path);
    expect(path).toMatch(/^\/tmp\/parlour-/);
    vi.stubEnv("TMPDIR", join(own, "nowhere"));
    expect(() => createSocketDir(dataDir, undefined)).toThrow(/cannot be made \(ENOENT\); set TMPDIR/);
  });

  const apart = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && TMPDIR="$0" exec "$@"'];
  const canPart = spawnSync("unshare", ["-m", "true"]).status === 0;
  it.skipIf(!canPart)("[CLI-001] a service with a /tmp of its own is found by commands and by a second instance", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "tmp"));
    const first = run(folder, {}, {}, [...apart, join(folder, "tmp")]);
    const url = await started(first);
    await expect(query(url, "select 1 as n")).rejects.toThrow(/ENOENT/);
    const found = findRunning(join(folder, "data"), createSystemClock());
    expect(await query(found?.url ?? "", "select 1 as n")).toEqual([{ n: 1 }]);
    const second = run(folder);
    expect(await second.exit).toBe(1);
    expect(second.seen.at(-1)?.message).toMatch(/^another Parlour \(process \d+\) is using /);
  });

  it("[CORE-125] the database's log holds no statement and no key", async () => {
    const folder = await folderWithDatabase();
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
