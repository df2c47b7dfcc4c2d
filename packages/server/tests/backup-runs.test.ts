import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BackupSettings, BackupState } from "@parlour/protocol/api";
import { createEmptyDatabase, startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../src/cli/run.ts";
import { createSystemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time after which a node makes the backup that another one did not make, in ms. */
const takeOverMs = 60_000;
const secretKey = createHash("sha256").update("testkit").digest();
const folder = mkdtempSync(join(tmpdir(), "parlour-runs-"));
let parlour: TestParlour;
let copies: string;

beforeEach(async () => {
  parlour = await startTestParlour();
  copies = mkdtempSync(join(folder, "copies-"));
});
afterEach(() => parlour.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readState = async (node = parlour): Promise<BackupState> =>
  (await node.owner.call("GET", "instance/backup")).body as BackupState;
const save = (change: Partial<BackupSettings> = {}) =>
  parlour.owner.call("PUT", "instance/backup", {
    folder: copies,
    time: "02:00",
    timezone: "UTC",
    keep: 7,
    ...change,
  });
const readCheck = async (): Promise<Record<string, unknown> | undefined> => {
  const { checks } = (await parlour.owner.call("GET", "instance/health")).body as {
    checks: Record<string, unknown>[];
  };
  return checks.find(({ check }) => check === "backups");
};
async function backUpNow(): Promise<void> {
  expect((await parlour.owner.call("POST", "instance/backup/runs")).status).toBe(204);
  await parlour.settle();
}
/** Moves the clock, and waits for the backups that have become due. */
async function advance(ms: number): Promise<void> {
  await parlour.clock.advance(ms);
  await parlour.settle();
}

describe("a backup by request", () => {
  test("[CORE-367] [API-486] [API-487] it is complete, its result is shown, and the command restores it", async () => {
    expect(await readState()).toMatchObject({
      folder: null,
      time: null,
      keep: 7,
      next_at: null,
      runs: [],
      default_folder: join(parlour.dataDir, "backups"),
    });
    expect(await readCheck()).toMatchObject({ code: "backups_none", state: "warning" });
    await backUpNow();
    const [run] = (await readState()).runs;
    expect(run).toMatchObject({
      cause: "operator",
      state: "done",
      host: hostname(),
      error: null,
      removed_at: null,
    });
    expect(run?.bytes).toBeGreaterThan(0);
    expect(run?.path).toMatch(new RegExp(`^${join(parlour.dataDir, "backups")}/parlour-[-\\d]+$`));
    expect(await readCheck()).toMatchObject({ code: "backups_good", state: "good" });
    const { backup } = (await parlour.owner.call("GET", "get-started")).body as {
      backup: unknown;
    };
    expect(backup).toEqual({ created_at: run?.started_at, bytes: run?.bytes });

    const target = await createEmptyDatabase();
    const lines: string[] = [];
    const code = await runCommand(["restore", run?.path ?? ""], {
      env: {
        DATABASE_URL: target.url,
        DATA_DIR: mkdtempSync(join(folder, "restored-")),
        SECRET_KEY: secretKey.toString("base64"),
      },
      clock: createSystemClock(),
      log: createLog({ level: "silent", format: "json" }),
      out: (line) => void lines.push(line),
      err: (line) => void lines.push(line),
    });
    expect([code, lines.join("\n")]).toEqual([0, expect.stringContaining("complete up to")]);
    // The backup contains its own run as running. The restored installation must not repeat it, and
    // must leave the copies of the other one.
    const restored = await startTestParlour({ databaseUrl: target.url });
    try {
      await restored.settle();
      expect((await readState(restored)).runs).toMatchObject([
        { state: "failed", error: "interrupted" },
      ]);
      await restored.owner.call("POST", "instance/backup/runs");
      await restored.settle();
      expect((await readState(restored)).runs).toMatchObject([{ state: "done" }, {}]);
      expect(existsSync(join(run?.path ?? "", "backup.json"))).toBe(true);
    } finally {
      await restored.close();
      await target.drop();
    }
  });

  test("[CORE-367] [API-487] two requests at once make one backup, and both are in the audit log", async () => {
    const answers = await Promise.all([
      parlour.owner.call("POST", "instance/backup/runs"),
      parlour.owner.call("POST", "instance/backup/runs"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    await parlour.settle();
    const { runs } = await readState();
    expect(runs.every(({ state }) => state === "done")).toBe(true);
    expect(readdirSync(join(parlour.dataDir, "backups"))).toHaveLength(runs.length);
    const entries = await parlour.sql("select from audit where action = 'instance.backup_now'");
    expect(entries).toHaveLength(2);
  });

  test("[API-488] operators without the installation, and keys of lower roles, neither see nor start backups", async () => {
    const admin = await parlour.operator("admin");
    for (const [method, path] of [
      ["GET", "instance/backup"],
      ["PUT", "instance/backup"],
      ["POST", "instance/backup/runs"],
    ] as const)
      expect((await admin.call(method, path, method === "PUT" ? {} : undefined)).status).toBe(403);
  });
});

describe("a backup every night", () => {
  test("[CORE-368] [CORE-370] it is made at the local time, and copies beyond the number are removed", async () => {
    const mine = join(copies, "parlour-2020-01-01-000000-99");
    mkdirSync(mine);
    // 2026-01-05 09:00 UTC is 18:00 in Tokyo.
    expect((await save({ timezone: "Asia/Tokyo", keep: 2 })).body).toMatchObject({
      next_at: "2026-01-05T17:00:00.000Z",
    });
    await advance(8 * hourMs - 1);
    expect((await readState()).runs).toEqual([]);
    await advance(1);
    expect((await readState()).runs).toMatchObject([
      { cause: "schedule", state: "done", started_at: "2026-01-05T17:00:00.000Z" },
    ]);
    for (let night = 0; night < 3; night++) await advance(dayMs);
    const { runs } = await readState();
    expect(runs.map(({ state, removed_at }) => [state, removed_at !== null])).toEqual([
      ["done", false],
      ["done", false],
      ["done", true],
      ["done", true],
    ]);
    expect(readdirSync(copies).toSorted()).toEqual(
      [basename(mine), ...runs.slice(0, 2).map(({ path }) => basename(path ?? ""))].toSorted(),
    );
  });

  test("[CORE-368] a night during which no server ran is made up for at the start", async () => {
    await save();
    await advance(hourMs);
    parlour.clock.set(parlour.clock.now() + dayMs);
    await parlour.restart();
    await parlour.settle();
    expect((await readState()).runs).toMatchObject([{ cause: "schedule", state: "done" }]);
  });

  test("[CORE-368] two nodes make one copy a night", async () => {
    const second = await startTestParlour({
      databaseUrl: parlour.databaseUrl,
      dataDir: parlour.dataDir,
    });
    try {
      await save();
      const night = parlour.clock.now() + 17 * hourMs;
      for (const startsAt of [night, night + dayMs])
        for (const node of [parlour, second]) {
          // Two nodes send heartbeats, which make 130,000 alarms of a day. The time until the night
          // is skipped. Within the minutes after it, each node finds the other one unreachable and
          // is responsible for the backup.
          node.clock.set(startsAt - 1);
          await node.clock.advance(2 * takeOverMs);
          await node.settle();
        }
      const { runs } = await readState();
      expect(runs.map(({ state }) => state)).toEqual(["done", "done"]);
      expect(readdirSync(copies)).toHaveLength(2);
    } finally {
      await second.close();
    }
  });

  test("[CORE-371] a failed backup is a warning until the next one succeeds, and old copies stay", async () => {
    await save({ keep: 1 });
    await backUpNow();
    const [first] = (await readState()).runs;
    rmSync(copies, { recursive: true });
    writeFileSync(copies, "a file instead of the folder");
    await advance(dayMs);
    expect((await readState()).runs[0]).toMatchObject({
      state: "failed",
      error: "folder_unwritable",
    });
    expect(await readCheck()).toMatchObject({
      code: "backups_failed",
      values: { error: "folder_unwritable" },
    });
    expect((await readState()).runs[1]).toEqual(first);
    rmSync(copies);
    await backUpNow();
    expect(await readCheck()).toMatchObject({ code: "backups_good" });
  });
});

describe("a node that stops in the middle", () => {
  test("[CORE-369] its half copy is removed, counts as no backup, and the backup is made again", async () => {
    await backUpNow();
    const path = (await readState()).runs[0]?.path ?? "";
    // As a process leaves it that is killed while it writes.
    const half = join(parlour.dataDir, "backups", "parlour-2026-01-05-090000-2");
    mkdirSync(`${half}.part/tables`, { recursive: true });
    await parlour.sql(
      `insert into backup_run (epoch, state, requested_at, started_at, node, host, path)
       select epoch, 'running', '2026-01-05T09:00:00Z', '2026-01-05T09:00:00Z', 0, $1, $2 from instance`,
      [hostname(), half],
    );
    await parlour.restart();
    await parlour.settle();
    const { runs } = await readState();
    expect(runs.map(({ state, error }) => [state, error])).toEqual([
      ["done", null],
      ["failed", "interrupted"],
      ["done", null],
    ]);
    expect(existsSync(`${half}.part`)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });

  test("[CORE-369] a copy that was complete when the process ended counts", async () => {
    await backUpNow();
    await parlour.sql("update backup_run set state = 'running', node = 0, bytes = 0");
    await parlour.restart();
    await parlour.settle();
    const { runs } = await readState();
    expect(runs.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(runs[1]?.bytes).toBeGreaterThan(0);
  });
});

describe("a folder", () => {
  test("[CFG-138] [API-489] that cannot be used is refused with its field, and nothing changes", async () => {
    const file = join(copies, "file");
    writeFileSync(file, "");
    const link = join(copies, "link");
    symlinkSync(join(parlour.dataDir, "files"), link);
    mkdirSync(join(parlour.dataDir, "files"), { recursive: true });
    for (const wrong of [
      "relative/folder",
      parlour.dataDir,
      join(parlour.dataDir, "files", "copies"),
      join(parlour.dataDir, "pg"),
      join(link, "deeper"),
      join(file, "below"),
      "/proc/parlour-copies",
    ])
      expect([wrong, (await save({ folder: wrong })).body]).toMatchObject([
        wrong,
        { error: { code: "invalid_request", field: "folder" } },
      ]);
    expect(await save({ timezone: "Mars/Olympus" })).toMatchObject({
      status: 400,
      body: { error: { field: "timezone" } },
    });
    expect(await readState()).toMatchObject({ folder: null, time: null });
    for (const right of [join(parlour.dataDir, "backups", "deeper"), join(copies, "a", "b")])
      expect((await save({ folder: right })).status).toBe(200);
  });

  test("[CFG-138] on a disk with too little space is refused, by the size of the last copy", async () => {
    await backUpNow();
    await parlour.sql("update backup_run set bytes = 1e18");
    expect((await save()).body).toMatchObject({
      error: { field: "folder", message: expect.stringContaining("MiB free") },
    });
    expect((await parlour.owner.call("POST", "instance/backup/runs")).body).toMatchObject({
      error: { code: "not_available" },
    });
  });

  test("[CORE-370] old copies are removed only where the server put them, and never through a link", async () => {
    await save({ keep: 1 });
    await backUpNow();
    const path = (await readState()).runs[0]?.path ?? "";
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "precious"), "");
    rmSync(path, { recursive: true });
    symlinkSync(elsewhere, path);
    await parlour.clock.advance(1_000);
    await backUpNow();
    expect(readdirSync(elsewhere)).toEqual(["precious"]);
    expect((await readState()).runs[1]).toMatchObject({ removed_at: null });
  });
});
