import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import type { Clock } from "../src/core/command.ts";
import { findRunningDatabase, startEmbeddedDatabase } from "../src/embedded/index.ts";
import { isServerOnCluster } from "../src/embedded/postmaster.ts";
import { ensureDatabaseUser } from "../src/embedded/database-user.ts";
import { createSocketDir } from "../src/embedded/socket-dir.ts";
import { createLog } from "../src/log.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import {
  removeAtEnd,
  readEpoch,
  copyFolderWithDatabase,
  killProcess,
  eventNames,
  createFolder,
  readPostmasterPid,
  runQuery,
  removeFolders,
  startProcess,
  embeddedScript,
  waitForStart,
  type EmbeddedProcess,
} from "./embedded-fixture.ts";

afterAll(removeFolders);

const countRecovered = (process_: EmbeddedProcess): number =>
  eventNames(process_).filter((name) => name === "database.recovered").length;

describe("the bundled PostgreSQL", () => {
  it("[CORE-130] makes a cluster, keeps it over an orderly end and starts it again", async () => {
    const folder = createFolder("with a space");
    const first = startProcess(folder);
    const url = await waitForStart(first);
    await runQuery(url, "create table kept as select 7 as n");
    const [unsafe] = await runQuery<{ n: number }>(
      url,
      "select count(*)::int as n from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'on'",
    );
    expect(unsafe?.n).toBe(0);
    expect(url).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    expect(existsSync(join(folder, "data", "pg", "postmaster.pid"))).toBe(false);

    const second = startProcess(folder);
    expect(await runQuery(await waitForStart(second), "select n from kept")).toEqual([{ n: 7 }]);
    expect(eventNames(second)).not.toContain("database.made");
  });

  it("[CORE-131] after kill -9 of the process the running database is adopted, without a stop", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    await runQuery(await waitForStart(first), "create table kept as select 1 as n");
    const pid = readPostmasterPid(folder);
    await killProcess(first);
    const second = startProcess(folder);
    expect(await runQuery(await waitForStart(second), "select n from kept")).toEqual([{ n: 1 }]);
    expect(readPostmasterPid(folder)).toBe(pid);
    expect(eventNames(second)).toContain("database.adopted");
    second.child.kill("SIGTERM");
    expect(await second.exit).toBe(0);
    expect(isServerOnCluster(pid, join(folder, "data", "pg"))).toBe(false);
  });

  it("[CORE-131] [CLI-002] a process that exits without a stop takes its database along, an adopted one too", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    await waitForStart(first);
    const pid = readPostmasterPid(folder);
    await killProcess(first);
    const adopting = startProcess(folder);
    await waitForStart(adopting);
    expect(readPostmasterPid(folder)).toBe(pid);
    adopting.child.kill("SIGINT");
    expect(await adopting.exit).toBe(130);
    const cluster = join(folder, "data", "pg");
    await expect.poll(() => isServerOnCluster(pid, cluster)).toBe(false);

    const ownProcess = startProcess(folder);
    await waitForStart(ownProcess);
    const next = readPostmasterPid(folder);
    ownProcess.child.kill("SIGINT");
    await ownProcess.exit;
    await expect.poll(() => isServerOnCluster(next, cluster)).toBe(false);
  });

  it("[CORE-131] an orphan with other settings is replaced", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    await waitForStart(first);
    const pid = readPostmasterPid(folder);
    await killProcess(first);
    const second = startProcess(folder, { max_connections: "31" });
    expect(await runQuery(await waitForStart(second), "show max_connections")).toEqual([
      { max_connections: "31" },
    ]);
    expect(readPostmasterPid(folder)).not.toBe(pid);
  });

  it("[CORE-131] when only the database is killed it comes back at the same address, again and again, until it dies too often", async () => {
    const folder = await copyFolderWithDatabase();
    // A busy machine needs more than a minute to restart it five times.
    const process_ = startProcess(folder, {}, {}, ["env", "SLOW_CLOCK=10"]);
    const url = await waitForStart(process_);
    await runQuery(url, "create table kept as select 1 as n");
    for (let n = 1; n <= 5; n++) {
      const recovered = process_.outputLines.filter((l) => l.msg === "database.recovered").length;
      process.kill(readPostmasterPid(folder), "SIGKILL");
      let times = recovered;
      await process_.waitForLine((l) => l.msg === "database.recovered" && ++times > 2 * recovered);
      expect(await runQuery(url, "select n from kept")).toEqual([{ n: 1 }]);
    }
    process.kill(readPostmasterPid(folder), "SIGKILL");
    const died = await process_.waitForLine((l) => l.event === "died");
    expect(died?.message).toMatch(/crashed 6 times within a minute/);
    expect(await process_.exit).toBe(1);
  });

  it("[CORE-366] a database whose socket file was removed is restarted at the same address", async () => {
    const folder = await copyFolderWithDatabase();
    const process_ = startProcess(folder);
    const url = await waitForStart(process_);
    await runQuery(url, "create table kept as select 1 as n");
    const socketDir = new URL(url).searchParams.get("host") ?? "";
    for (const path of [join(socketDir, ".s.PGSQL.5432"), socketDir]) {
      rmSync(path, { recursive: true });
      const count = countRecovered(process_);
      await process_.waitForLine(() => countRecovered(process_) > count);
      expect(await runQuery(url, "select n from kept")).toEqual([{ n: 1 }]);
    }
    expect(eventNames(process_)).toContain("database.socket_lost");
  });

  it("[CORE-366] a running database without a socket file and without an owner is replaced", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    const url = await waitForStart(first);
    const pid = readPostmasterPid(folder);
    first.child.kill("SIGKILL");
    await first.exit;
    rmSync(join(new URL(url).searchParams.get("host") ?? "", ".s.PGSQL.5432"));
    // The 15 s of CORE-366 are 3 s, and the others too are a fifth.
    const second = startProcess(folder, {}, {}, ["env", "SLOW_CLOCK=0.2"]);
    expect(await waitForStart(second)).toBe(url);
    expect(readPostmasterPid(folder)).not.toBe(pid);
    expect(eventNames(second)).toContain("database.replaced");
  });

  it("[CORE-131] a stop amid the restart of a killed database leaves no database behind", async () => {
    const folder = await copyFolderWithDatabase();
    const process_ = startProcess(folder);
    await waitForStart(process_);
    process.kill(readPostmasterPid(folder), "SIGKILL");
    await process_.waitForLine((l) => l.msg === "database.lost");
    process_.child.kill("SIGTERM");
    expect(await process_.exit).toBe(0);
    expect(existsSync(join(folder, "data", "pg", "postmaster.pid"))).toBe(false);
  });

  it("[CORE-045] [F06] a database that was put back by its log, or promoted, has another numbering", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    const url = await waitForStart(first);
    await migrateDatabase(url);
    const [stored, timeline] = (await readEpoch(url)).split(".");
    first.child.kill("SIGTERM");
    await first.exit;
    // PostgreSQL reads its log to the end, as after a point-in-time restore, and continues on a new
    // timeline.
    writeFileSync(join(folder, "data", "pg", "recovery.signal"), "");
    const again = await waitForStart(startProcess(folder, { restore_command: "false" }));
    // The database accepts queries during recovery, but no writes before recovery ends.
    await expect
      .poll(() =>
        runQuery<{ reads: boolean }>(again, "select pg_is_in_recovery() as reads").catch(() => []),
      )
      .toEqual([{ reads: false }]);
    expect((await readEpoch(again)).split(".")).toEqual([
      stored,
      expect.not.stringMatching(`^${timeline}$`),
    ]);
  });

  it("[CORE-131] a crash of one session does not take the server along", async () => {
    const folder = await copyFolderWithDatabase();
    const process_ = startProcess(folder);
    const url = await waitForStart(process_);
    const pid = readPostmasterPid(folder);
    const [backend] = await runQuery<{ pid: number }>(
      url,
      "select pid from pg_stat_activity where application_name like 'parlour-lock %'",
    );
    process.kill(backend?.pid ?? 0, "SIGKILL");
    await process_.waitForLine((l) => l.msg === "database.recovered");
    expect(readPostmasterPid(folder)).toBe(pid);
    // If PostgreSQL detects the crash after a session has connected, this session ends with all
    // others. The next session takes the lock.
    const lockCountQuery =
      "select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = 7001 and granted";
    await expect
      .poll(() => runQuery<{ n: number }>(url, lockCountQuery).catch(() => []))
      .toEqual([{ n: 1 }]);
  });

  it("[CORE-131] a database that begins anew while it is being adopted is adopted when it is back", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    const url = await waitForStart(first);
    const pid = readPostmasterPid(folder);
    await killProcess(first);
    // Another session has the lock, so the next process repeatedly requests it.
    const holder = new pg.Client({ connectionString: url });
    holder.on("error", () => undefined);
    await holder.connect();
    const ask = async <R extends pg.QueryResultRow>(text: string) =>
      (await holder.query<R>(text)).rows[0];
    await expect
      .poll(() => ask("select pg_try_advisory_lock(7001) as free"))
      .toEqual({ free: true });
    const ownProcess = await ask<{ pid: number }>("select pg_backend_pid() as pid");
    const second = startProcess(folder);
    const asking =
      "select count(*)::int as n from pg_stat_activity where application_name like 'parlour-lock %' and query like '%advisory%'";
    await expect.poll(() => ask(asking)).toEqual({ n: 1 });
    process.kill(ownProcess?.pid ?? 0, "SIGKILL");
    expect(await runQuery(await waitForStart(second), "select 1 as n")).toEqual([{ n: 1 }]);
    expect(readPostmasterPid(folder)).toBe(pid);
    await holder.end().catch(() => undefined);
  });

  it("[CORE-131] after kill -9 of both, and with a pid file that names a foreign process, it starts", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    const url = await waitForStart(first);
    await runQuery(url, "create table kept as select 1 as n");
    const pid = readPostmasterPid(folder);
    first.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await first.exit;
    for (const file of [
      join(folder, "data", "pg", "postmaster.pid"),
      join(new URL(url).searchParams.get("host") ?? "", ".s.PGSQL.5432.lock"),
    ]) {
      writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(process.pid)));
    }
    expect(findRunningDatabase(join(folder, "nowhere"), createSystemClock())).toBe(null);
    const second = startProcess(folder);
    expect(await runQuery(await waitForStart(second), "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("[CFG-018] a second instance is refused with a sentence and exit code 1; a command finds the running one", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    const url = await waitForStart(first);
    const second = startProcess(folder);
    expect(await second.exit).toBe(1);
    expect(second.outputLines.at(-1)?.message).toBe(
      `another Parlour (process ${first.child.pid}) is using ${join(folder, "data")} (database process ${readPostmasterPid(folder)}); stop it or use another DATA_DIR`,
    );
    expect(findRunningDatabase(join(folder, "data"), createSystemClock())).toEqual({ url });
    expect(await runQuery(url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("[CFG-018] two first starts at once: one wins, the other says so", async () => {
    const folder = createFolder();
    const both = [startProcess(folder), startProcess(folder)];
    const first = await Promise.race(both.map(async (p, n) => ({ n, code: await p.exit })));
    expect(first.code).toBe(1);
    expect(both[first.n]?.outputLines.at(-1)?.message).toMatch(
      /^another Parlour (\(process \d+\) )?is using |but not responding; check /,
    );
    const winner = both[1 - first.n];
    expect(await runQuery(winner ? await waitForStart(winner) : "", "select 1 as n")).toEqual([
      { n: 1 },
    ]);
    // This must hold even if the database is a child of the process that did not get the lock.
    expect(eventNames(winner!)).not.toContain("database.lost");
    expect(readdirSync(join(folder, "data")).filter((f) => f.includes(".init-"))).toEqual([]);
  });

  it("[CFG-018] a start finds a database that has not named its socket directory yet", async () => {
    const folder = await copyFolderWithDatabase();
    const first = startProcess(folder);
    await waitForStart(first);
    const pid = readPostmasterPid(folder);
    const dataDir = join(folder, "data");
    const pidFile = join(dataDir, "pg", "postmaster.pid");
    const text = readFileSync(pidFile, "utf8");
    // PostgreSQL writes line 5 some milliseconds after the others.
    writeFileSync(pidFile, text.split("\n").with(4, "").join("\n"));
    expect(findRunningDatabase(dataDir, createSystemClock())).toBe(null);
    const systemClock = createSystemClock();
    const clock: Clock = {
      now: () => systemClock.now(),
      monotonic: () => systemClock.monotonic() * 10,
      scheduleAt(at, fire) {
        writeFileSync(pidFile, text);
        return systemClock.scheduleAt(at, fire);
      },
    };
    const log = createLog({ level: "silent", format: "json" });
    await expect(startEmbeddedDatabase({ dataDir, clock, log })).rejects.toThrow(
      `another Parlour (process ${first.child.pid}) is using ${dataDir}`,
    );
    expect(isServerOnCluster(pid, join(dataDir, "pg"))).toBe(true);
    expect(eventNames(first)).not.toContain("database.lost");
  });

  it("[CORE-131] a cut-off first start is thrown away; a path of 200 characters with spaces works", async () => {
    const folder = createFolder(`${"x".repeat(90)} with a space/${"y".repeat(100)}`);
    mkdirSync(join(folder, "data", "pg.init-4194399", "base"), { recursive: true });
    chmodSync(join(folder, "data"), 0o755);
    const process_ = startProcess(folder);
    expect(await runQuery(await waitForStart(process_), "select 1 as n")).toEqual([{ n: 1 }]);
    expect(readdirSync(join(folder, "data")).filter((f) => f.includes(".init-"))).toEqual([]);
  });

  it("[CFG-018] data of another major version, a foreign directory and a file in the way are refused untouched", async () => {
    const other = createFolder();
    mkdirSync(join(other, "data", "pg"), { recursive: true });
    chmodSync(join(other, "data"), 0o755);
    writeFileSync(join(other, "data", "pg", "PG_VERSION"), "17\n");
    const old = startProcess(other);
    expect(await old.exit).toBe(1);
    expect(old.outputLines.at(-1)?.message).toMatch(
      /contains data from PostgreSQL 17, but this release includes 18/,
    );

    const foreign = createFolder();
    mkdirSync(join(foreign, "data", "pg"), { recursive: true });
    chmodSync(join(foreign, "data"), 0o755);
    writeFileSync(join(foreign, "data", "pg", "letter.txt"), "mine");
    const refused = startProcess(foreign);
    expect(await refused.exit).toBe(1);
    expect(refused.outputLines.at(-1)?.message).toMatch(/exists but contains no database/);
    expect(readFileSync(join(foreign, "data", "pg", "letter.txt"), "utf8")).toBe("mine");

    const file = createFolder();
    writeFileSync(join(file, "data"), "a file");
    const blocked = startProcess(file);
    expect(await blocked.exit).toBe(1);
    expect(blocked.outputLines.at(-1)?.message).toMatch(/is not a directory; use another DATA_DIR/);
  });

  it("[CFG-018] a socket directory that others can enter is refused", () => {
    const dataDir = createFolder();
    const path = createSocketDir(dataDir, undefined);
    removeAtEnd(path);
    chmodSync(path, 0o777);
    expect(() => createSocketDir(dataDir, undefined)).toThrow(
      /belongs to another user or is accessible to others/,
    );
  });

  it.skipIf(process.getuid?.() !== 0)(
    "[CORE-130] a TMPDIR of root's alone is passed over, one that is not there is named",
    () => {
      const dataDir = createFolder();
      const ownProcess = createFolder("own");
      chmodSync(ownProcess, 0o700);
      onTestFinished(() => void vi.unstubAllEnvs());
      vi.stubEnv("TMPDIR", ownProcess);
      const path = createSocketDir(dataDir, ensureDatabaseUser());
      removeAtEnd(path);
      expect(path).toMatch(/^\/tmp\/parlour-/);
      vi.stubEnv("TMPDIR", join(ownProcess, "nowhere"));
      expect(() => createSocketDir(dataDir, undefined)).toThrow(
        /could not create .* \(ENOENT\); set TMPDIR/,
      );
    },
  );

  const apart = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && TMPDIR="$0" exec "$@"'];
  const canPart = spawnSync("unshare", ["-m", "true"]).status === 0;
  it.skipIf(!canPart)(
    "[CLI-001] a service with a /tmp of its own is found by commands and by a second instance",
    async () => {
      const folder = createFolder();
      mkdirSync(join(folder, "tmp"));
      const first = startProcess(folder, {}, {}, [...apart, join(folder, "tmp")]);
      const url = await waitForStart(first);
      await expect(runQuery(url, "select 1 as n")).rejects.toThrow(/ENOENT/);
      const found = findRunningDatabase(join(folder, "data"), createSystemClock());
      expect(await runQuery(found?.url ?? "", "select 1 as n")).toEqual([{ n: 1 }]);
      const second = startProcess(folder);
      expect(await second.exit).toBe(1);
      expect(second.outputLines.at(-1)?.message).toMatch(
        /^another Parlour \(process \d+\) is using /,
      );
    },
  );

  it("[CORE-125] the database's log holds no statement and no key", async () => {
    const folder = await copyFolderWithDatabase();
    const url = await waitForStart(startProcess(folder));
    await runQuery(url, "create table person (email text primary key)");
    await runQuery(url, "insert into person values ('hidden@example.test')");
    await expect(
      runQuery(url, "insert into person values ('hidden@example.test')"),
    ).rejects.toThrow(/duplicate key/);
    const log = readFileSync(join(folder, "data", "pg.log"), "utf8");
    expect(log).toMatch(/duplicate key/);
    expect(log).not.toMatch(/hidden@example/);
  });

  const nobody =
    process.getuid?.() === 0
      ? Number(spawnSync("id", ["-u", "nobody"], { encoding: "utf8" }).stdout)
      : 0;
  const reachable =
    nobody > 0 &&
    spawnSync(process.execPath, ["--version"], { uid: nobody, gid: nobody }).status === 0 &&
    spawnSync("/bin/sh", ["-c", 'test -r "$1"', "sh", embeddedScript], { uid: nobody, gid: nobody })
      .status === 0;
  it.skipIf(!reachable)(
    "[CORE-130] an ordinary user starts it as himself; root starts it as another user",
    async () => {
      const folder = createFolder();
      chownSync(folder, nobody, nobody);
      const process_ = startProcess(folder, {}, { uid: nobody, gid: nobody });
      await waitForStart(process_);
      const owner = (pid: number): number =>
        Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
      expect(owner(readPostmasterPid(folder))).toBe(nobody);
      const asRoot = createFolder();
      await waitForStart(startProcess(asRoot));
      expect(owner(readPostmasterPid(asRoot))).not.toBe(0);
    },
  );
});
