import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEmptyDatabase } from "@parlour/testkit";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { migrateDatabase } from "../src/store/migrate.ts";
import { createScratchFolder, resolveBeside, SECRET_KEY } from "./cli-fixture.ts";

/** Tests that only commands which begin an installation create a database (CLI-007). */

const { folder, createSubfolder } = createScratchFolder();
const file = join(folder, "file");
writeFileSync(file, "version: 1\n");
writeFileSync(join(folder, "target.env"), `DATA_DIR=${join(folder, "target")}\nPORT=4199\n`);

/**
 * What a command does where there is no installation. `creates`: it begins one. `refuses`: it needs
 * one, and ends with 1. `reports`: it says that there is none. `elsewhere`: it opens no database of
 * an installation.
 */
type Effect = "creates" | "refuses" | "reports" | "elsewhere";
/** Each command and subcommand, with arguments. A new one needs a row, or the first test fails. */
type Row = readonly [command: string, effect: Effect, args: readonly string[]];
const rows: readonly Row[] = [
  ["start", "creates", []],
  ["apply", "creates", [file]],
  ["apply", "refuses", ["--dry-run", file]],
  ["export", "refuses", []],
  ["export", "refuses", ["--data", "--out", join(folder, "account.zip")]],
  ["import", "creates", [file]],
  ["move-account", "refuses", ["--to", join(folder, "target.env"), "Acme"]],
  ["move-in", "elsewhere", []],
  ["cells", "refuses", []],
  ["cells", "creates", ["--number", "3"]],
  ["account list", "refuses", []],
  ["account create", "creates", ["Acme", "--owner", "ann@example.test"]],
  ["account rename", "refuses", ["Acme", "Other"]],
  ["account suspend", "refuses", ["Acme"]],
  ["account resume", "refuses", ["Acme"]],
  ["operator list", "refuses", []],
  ["operator invite", "refuses", ["bob@example.test"]],
  ["operator role", "refuses", ["bob@example.test", "admin"]],
  ["operator reset", "refuses", ["bob@example.test"]],
  ["operator suspend", "refuses", ["bob@example.test"]],
  ["operator resume", "refuses", ["bob@example.test"]],
  ["channel list", "refuses", []],
  ["channel rotate", "refuses", ["AbCdEf1234", "secret"]],
  ["channel enable", "refuses", ["AbCdEf1234"]],
  ["channel disable", "refuses", ["AbCdEf1234"]],
  ["backup", "refuses", [join(folder, "backup")]],
  ["restore", "creates", [folder]],
  ["doctor", "reports", []],
  ["upgrade", "reports", ["--check"]],
  ["lab", "elsewhere", []],
  ["conformance", "elsewhere", []],
  ["tail", "elsewhere", []],
  ["verify-transcript", "elsewhere", [file]],
  ["version", "elsewhere", []],
];
const readingRows = rows.filter(([, effect]) => effect === "refuses" || effect === "reports");

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(args, {
    env: { HOST: "127.0.0.1", PORT: "4198", ...env },
    clock: createSystemClock(),
    log: createLog({ level: "silent", format: "json" }),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

async function readTables(url: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return tables;
}

describe("a command where there is no installation", () => {
  it("[CLI-007] has a row that says whether it creates one", async () => {
    const { out } = await run(["--help"]);
    const names = [...out.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = ""]) => name);
    const commands: string[] = [];
    for (const name of names) {
      const help = (await run([name, "--help"])).out;
      const [, list] = /^parlour [a-z-]+ ([a-z]+(?:\|[a-z]+)+) …/.exec(help) ?? [];
      commands.push(...(list?.split("|").map((one) => `${name} ${one}`) ?? [name]));
    }
    expect(commands).toEqual([...new Set(rows.map(([command]) => command))]);
  });

  it.each(readingRows)(
    "[CLI-007] %s %s: creates neither a folder nor a database",
    async (command, effect, args) => {
      const dataDir = join(createSubfolder(), "data");
      const { code, err } = await run([...command.split(" "), ...args], { DATA_DIR: dataDir });
      if (effect === "refuses")
        expect({ code, err }).toEqual({
          code: 1,
          err: `there is no installation in ${dataDir}; set DATA_DIR to the folder of the installation, or DATABASE_URL to its database`,
        });
      const left = existsSync(dataDir) ? readdirSync(dataDir) : [];
      // `doctor` tests the programs of the database, which may need a copy.
      expect(left.filter((name) => name !== "pgsql")).toEqual([]);
      expect(existsSync(join(folder, "target"))).toBe(false);
    },
  );

  it("[CLI-007] creates no tables in an empty database of DATABASE_URL", async () => {
    const database = await createEmptyDatabase();
    onTestFinished(() => database.drop());
    const env = { DATABASE_URL: database.url, DATA_DIR: createSubfolder(), SECRET_KEY };
    for (const [command, effect, args] of readingRows) {
      const done = await run([...command.split(" "), ...args], env);
      if (effect === "refuses" && command !== "move-account")
        expect([command, done]).toEqual([
          command,
          {
            code: 1,
            out: "",
            err: "the database of DATABASE_URL is empty; set DATABASE_URL to the database of the installation",
          },
        ]);
      else if (effect === "refuses") expect(done.code).toBe(1);
      expect([command, await readTables(database.url)]).toEqual([command, []]);
    }
  });

  it("[CLI-007] [CFG-103] backup ends with 1 in a folder without data, and for a database without an account", async () => {
    const current = createSubfolder();
    const main = resolveBeside("../src/cli/main.ts");
    const done = spawnSync(process.execPath, [main, "backup", "copy"], {
      cwd: current,
      env: { PATH: process.env["PATH"] },
      encoding: "utf8",
    });
    expect([done.status, done.stdout]).toEqual([1, ""]);
    expect(done.stderr).toMatch(/^there is no installation in \S+; set DATA_DIR to the folder/);
    expect(readdirSync(current)).toEqual([]);
    const database = await createEmptyDatabase();
    onTestFinished(() => database.drop());
    await migrateDatabase(database.url);
    const target = join(current, "empty");
    const env = { DATABASE_URL: database.url, DATA_DIR: createSubfolder() };
    expect(await run(["backup", target], { ...env, SECRET_KEY })).toEqual({
      code: 1,
      out: "",
      err: "this installation has no account, so there is nothing to back up; check DATA_DIR and DATABASE_URL",
    });
    expect(existsSync(target)).toBe(false);
  });
});
