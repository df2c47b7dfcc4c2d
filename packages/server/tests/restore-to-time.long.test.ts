import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTestDatabase,
  findFreePort,
  startIntegrator,
  startTestParlour,
  waitForPass,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installDebianPackages } from "./debian-packages.ts";

/**
 * Continuous archiving and a restore to a time with pgBackRest, as docs/operate/backup.md describes
 * it (decision 0231). As root, the test installs PostgreSQL 15 and pgBackRest of Debian. Otherwise,
 * and without network, it is skipped with the reason in its name.
 */
const binaries = "/usr/lib/postgresql/15/bin";
const missing = installDebianPackages(
  ["postgresql-15", "pgbackrest"],
  () => existsSync(`${binaries}/postgres`) && existsSync("/usr/bin/pgbackrest"),
);

describe.skipIf(missing !== null)(
  `a restore to a time${missing === null ? "" : ` (skipped: ${missing})`}`,
  () => {
    let folder: string;
    let port: number;
    let user: { readonly uid: number; readonly gid: number };
    /** Runs a program as the user postgres, because PostgreSQL refuses to run as root. */
    const run = (program: string, ...args: string[]): string =>
      execFileSync(program, args, {
        ...user,
        cwd: folder,
        encoding: "utf8",
        env: { PATH: "/usr/bin:/bin", HOME: folder },
        stdio: ["ignore", "pipe", "pipe"],
      });
    const control = (...args: string[]): string =>
      run(`${binaries}/pg_ctl`, "-D", join(folder, "pg"), "-l", join(folder, "log"), "-w", ...args);
    const backRest = (...args: string[]): string =>
      run("/usr/bin/pgbackrest", `--config=${folder}/pgbackrest.conf`, "--stanza=parlour", ...args);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "parlour-archive-"));
      port = await findFreePort();
      const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
      );
      user = { uid, gid };
      for (const path of ["", "repo", "lock", "spool"]) {
        mkdirSync(join(folder, path), { recursive: true });
        chownSync(join(folder, path), uid, gid);
      }
      writeFileSync(
        join(folder, "pgbackrest.conf"),
        `[global]
repo1-path=${folder}/repo
lock-path=${folder}/lock
spool-path=${folder}/spool
log-level-file=off
start-fast=y
[parlour]
pg1-path=${folder}/pg
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=parlour
`,
      );
      run(`${binaries}/initdb`, "-D", join(folder, "pg"), "-U", "parlour", "-A", "trust");
      const settings = {
        port,
        listen_addresses: "127.0.0.1",
        unix_socket_directories: folder,
        archive_mode: "on",
        archive_command: `pgbackrest --config=${folder}/pgbackrest.conf --stanza=parlour archive-push %p`,
        archive_timeout: 60,
      };
      const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
      writeFileSync(join(folder, "pg", "postgresql.auto.conf"), `${lines.join("\n")}\n`);
      control("start");
      backRest("stanza-create");
    });
    afterAll(() => {
      control("stop", "-m", "immediate");
      rmSync(folder, { recursive: true, force: true });
    });

    it("[CFG-155] [P3] has every message before the time and none after it, under a new epoch, and doctor sees the archive", async () => {
      const { url: databaseUrl } = await createTestDatabase(
        `postgres://parlour@127.0.0.1:${port}/postgres`,
      );
      const integrator = await startIntegrator();
      let parlour: TestParlour = await startTestParlour({ databaseUrl, clock: "system" });
      const channel = await parlour.channel(integrator.url);
      const send = async (text: string): Promise<void> =>
        expect((await parlour.sendCustomerMessage(channel, "one", text)).status).toBe(200);
      const readTexts = async (): Promise<readonly string[]> =>
        (
          await parlour.sql<{ text: string }>(
            "select body::json ->> 'text' as text from journal where name = 'message_created' and author_kind = 'visitor' order by position",
          )
        ).map(({ text }) => text);
      const readEpoch = async (): Promise<string> =>
        (await parlour.owner.call("GET", "events")).body.epoch as string;
      const findingCodes = async (): Promise<readonly string[]> =>
        (
          (await parlour.owner.call("GET", "instance/health")).body.checks as { code: string }[]
        ).map(({ code }) => code);

      await send("before the backup");
      backRest("--type=full", "backup");
      await send("before the time");
      // pgBackRest knows the end of a copy in whole seconds.
      const [copied] = await parlour.sql<{ at: string }>("select clock_timestamp()::text as at");
      await waitForPass(async () =>
        expect(
          await parlour.sql("select where clock_timestamp() > $1::timestamptz + interval '2 s'", [
            copied?.at,
          ]),
        ).toHaveLength(1),
      );
      const epoch = await readEpoch();
      const [row] = await parlour.sql<{ at: string }>("select clock_timestamp()::text as at");
      await send("after the time");
      await parlour.sql("select pg_switch_wal()");
      await waitForPass(async () => expect(await findingCodes()).toContain("backups_archive_good"));

      await parlour.sql("alter system set archive_command = 'false'");
      await parlour.sql("select pg_reload_conf()");
      await parlour.sql("create table written (n int)");
      await parlour.sql("select pg_switch_wal()");
      await waitForPass(async () =>
        expect(await findingCodes()).toContain("backups_archive_failing"),
      );
      await parlour.sql("alter system reset archive_command");
      await parlour.close();

      control("stop", "-m", "fast");
      backRest(
        "--delta",
        "--type=time",
        `--target=${row?.at}`,
        "--target-action=promote",
        "restore",
      );
      control("start");
      const connection = `host=${folder} port=${port} user=parlour dbname=postgres`;
      const isInRecovery = (): string =>
        run(`${binaries}/psql`, connection, "-Atc", "select pg_is_in_recovery()").trim();
      await waitForPass(() => expect(isInRecovery()).toBe("f"));
      parlour = await startTestParlour({ databaseUrl, clock: "system" });
      expect(await readTexts()).toEqual(["before the backup", "before the time"]);
      expect(await readEpoch()).not.toBe(epoch);
      await send("after the restore");
      expect(await readTexts()).toContain("after the restore");
      await parlour.close();
      await integrator.close();
    }, 180_000);
  },
);
