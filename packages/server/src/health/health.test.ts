import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findingCodes, healthChecks } from "@parlour/protocol/api";
import { describe, expect, it } from "vitest";
import { latestBackup, recordBackup } from "../backup/latest.ts";
import { ManualClock } from "../clock.ts";
import { Refusal } from "../core/failure.ts";
import type { DatabaseFacts } from "../store/queries/operation.ts";
import type { Db } from "../store/sql.ts";
import type { DatabaseDeps, Writing } from "./database.ts";
import {
  finding,
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeNodes,
  lookAtDisk,
  openDatabaseCheck,
  worst,
  type Finding,
} from "./index.ts";

const codesOf = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code);

describe("findings", () => {
  it("[API-075] [CLI-003] each names its check, says one sentence, and what to do where it is not good", () => {
    for (const code of findingCodes) {
      const { check, state, message, advice } = finding(code, { days: 3 });
      expect(code.startsWith(`${check}_`), code).toBe(true);
      expect(healthChecks).toContain(check);
      expect([code, message === "", advice === undefined]).toEqual([code, false, state === "good"]);
    }
    // Each check has one good finding.
    expect(new Set(findingCodes.map((code) => finding(code)).flatMap(({ state, check }) => (state === "good" ? [check] : [])))).toEqual(
      new Set(healthChecks),
    );
  });

  it("[API-075] the worst of all counts", () => {
    const [good, warning, fault] = [finding("clock_good"), finding("backups_none"), finding("sockets_none")];
    expect([worst([]), worst([good]), worst([good, warning]), worst([warning, fault, good])]).toEqual(["good", "good", "warning", "fault"]);
  });
});

describe("the database", () => {
  const facts: DatabaseFacts = {
    version: "18.1",
    number: 180_001,
    unsafe: [],
    now: 0,
    mayCreateRole: false,
    hasRoles: true,
    free: 70,
    weakCommit: null,
    nodes: 1,
  };

  it("[CLI-003] [F03] too old, unsafe, without its roles or with few connections is said, each by its name", () => {
    expect(codesOf(judgeDatabase(facts))).toEqual(["database_good"]);
    expect(codesOf(judgeDatabase({ ...facts, number: 140_010 }))).toEqual(["database_old"]);
    expect(judgeDatabase({ ...facts, unsafe: ["fsync", "full_page_writes"] })).toMatchObject([
      { code: "database_unsafe", state: "fault", message: "fsync, full_page_writes is off: acknowledged messages could be lost" },
    ]);
    expect(codesOf(judgeDatabase({ ...facts, hasRoles: false, free: 24 }))).toEqual(["database_roles", "database_crowded"]);
    expect(codesOf(judgeDatabase({ ...facts, hasRoles: false, mayCreateRole: true }))).toEqual(["database_good"]);
  });

  it("[CFG-047] [F03] standbys that are not waited for until they have a message on disk are a warning", () => {
    expect(judgeDatabase({ ...facts, weakCommit: "remote_write" })).toMatchObject([
      { code: "database_standby", state: "warning", message: expect.stringContaining("synchronous_commit is remote_write") as string },
    ]);
  });
  it("[CORE-180] [CLI-003] more than one node is a warning with their number", () => {
    expect(codesOf([0, 1, 3].map((nodes) => judgeNodes({ nodes })))).toEqual(["nodes_good", "nodes_good", "nodes_several"]);
    expect(judgeNodes({ nodes: 3 }).message).toBe("3 run on this database; one is supported");
  });
  it("[CLI-003] [F14] clocks may be two seconds apart, measured from the middle of the question", () => {
    expect(codesOf([judgeClock({ now: 12_000 }, 9_000, 11_000), judgeClock({ now: 12_002 }, 9_000, 11_000)])).toEqual([
      "clock_good",
      "clock_apart",
    ]);
  });

  const refused = () => Promise.reject(new Refusal({ failure: "temporarily_unavailable", message: "full" }));
  const never = () => Promise.reject(new Error("not to be asked"));
  const written = { downMs: 0, unwritten: { count: 0, code: "" } };
  const askWriting = () => Promise.resolve();
  const ask = async (writing: Writing, deps: Partial<DatabaseDeps>): Promise<Finding | null> =>
    openDatabaseCheck({
      clock: new ManualClock(),
      db: { query: never, transaction: never },
      writing: () => writing,
      askWriting,
      ...deps,
    })();

  it.each([
    ["53100", "database_full"],
    ["25006", "database_read_only"],
    ["58030", "database_unwritable"],
  ])(
    "[P18] [CFG-016] a commit refused with %s: %s, until a write that needs space succeeds, whatever else is answered",
    async (code, named) => {
      let isFull = true;
      const db: Db = {
        query: () => Promise.resolve([]),
        transaction: (run) => (isFull ? refused() : run({ query: () => Promise.resolve([]) })),
      };
      let unwritten = { count: 0, code: "" };
      const check = openDatabaseCheck({ clock: new ManualClock(), db, writing: () => ({ downMs: 0, unwritten }), askWriting });
      expect(await check()).toBe(null);
      unwritten = { count: 1, code };
      expect([(await check())?.code, (await check())?.code]).toEqual([named, named]);
      isFull = false;
      expect(await check()).toBe(null);
      // No batch was rejected since, so the check writes nothing.
      isFull = true;
      expect(await check()).toBe(null);
      unwritten = { count: 2, code };
      expect((await check())?.code).toBe(named);
    },
  );

  it("[P18] [CFG-016] a user without the right to make temporary tables learns of each refusal once", async () => {
    const db: Db = { query: () => Promise.resolve([]), transaction: () => Promise.reject(new Error("42501")) };
    const check = openDatabaseCheck({
      clock: new ManualClock(),
      db,
      writing: () => ({ downMs: 0, unwritten: { count: 1, code: "53100" } }),
      askWriting,
    });
    expect([(await check())?.code, await check()]).toEqual(["database_full", null]);
  });

  it("[P17] [CFG-016] a lost connection, a refusal and silence are told apart", async () => {
    expect((await ask({ ...written, downMs: 1 }, {}))?.code).toBe("database_away");
    expect((await ask(written, { askWriting: refused }))?.code).toBe("database_closed");
    const clock = new ManualClock();
    const silent = () => new Promise<never>(() => undefined);
    const found = ask(written, { clock, askWriting: silent });
    await clock.advance(1_500);
    expect((await found)?.code).toBe("database_silent");
  });

  it("[CFG-016] without a free connection of the pool messages are accepted: a warning, whether it refuses or is silent", async () => {
    const transaction = never;
    expect(await ask(written, { db: { query: refused, transaction } })).toMatchObject({ code: "database_pool", state: "warning" });
    const clock = new ManualClock();
    const found = ask(written, { clock, db: { query: () => new Promise<never>(() => undefined), transaction } });
    await clock.advance(1_000);
    expect((await found)?.code).toBe("database_pool");
    expect(await ask(written, { db: { query: () => Promise.resolve([]), transaction } })).toBe(null);
  });
});

describe("disk and backups", () => {
  const day = 86_400_000;

  it("[CFG-016] a folder that is not there is a fault, and is called as one knows it", async () => {
    expect(await lookAtDisk(join(tmpdir(), "parlour-not-there"), "DATA_DIR")).toMatchObject({
      code: "disk_unseen",
      message: "DATA_DIR cannot be looked at (ENOENT)",
    });
  });

  it("[CLI-003] [API-075] a backup of more than seven days is a warning, none too", () => {
    const now = 100 * day;
    expect(codesOf([null, { at: now }, { at: now - 8 * day + 1 }, { at: now - 8 * day }].map((one) => judgeBackup(one, now)))).toEqual([
      "backups_none",
      "backups_good",
      "backups_good",
      "backups_old",
    ]);
    expect(judgeBackup({ at: now }, now).message).toBe("the newest is of today");
  });

  it("[API-075] the note of a copy survives its move and is never half read", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "parlour-note-"));
    try {
      expect(await latestBackup(dataDir)).toBe(null);
      const accounts = [{ id: 1, name: "Acme", position: 7 }];
      await recordBackup(dataDir, join(dataDir, "moved"), { created_at: "2026-01-02T03:04:05.000Z", accounts });
      expect(await latestBackup(dataDir)).toEqual({
        folder: join(dataDir, "moved"),
        at: Date.parse("2026-01-02T03:04:05.000Z"),
        accounts,
        bytes: null,
        isThere: false,
      });
      // A backup in DATA_DIR/backups, made before an upgrade. The newer one counts.
      for (const [name, created_at] of [
        ["older", "2026-01-01T00:00:00.000Z"],
        ["newer", "2026-01-03T00:00:00.000Z"],
        ["half.part", ""],
      ] as const) {
        mkdirSync(join(dataDir, "backups", name), { recursive: true });
        if (created_at !== "")
          writeFileSync(
            join(dataDir, "backups", name, "backup.json"),
            JSON.stringify({ form: 1, created_at, accounts, tables: [], migrations: [] }),
          );
        const latest = await latestBackup(dataDir);
        expect([latest?.isThere, latest?.folder]).toEqual(
          name === "older" ? [false, join(dataDir, "moved")] : [true, join(dataDir, "backups", "newer")],
        );
      }
      rmSync(join(dataDir, "backups"), { recursive: true });
      writeFileSync(join(dataDir, "last-backup.json"), "");
      expect(await latestBackup(dataDir)).toBe(null);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
