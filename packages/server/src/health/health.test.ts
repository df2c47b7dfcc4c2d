import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findingCodes, healthChecks } from "@parlour/protocol/api";
import { describe, expect, it } from "vitest";
import { findLatestBackup, recordBackup } from "../backup/latest.ts";
import { ManualClock } from "../clock.ts";
import { Refusal } from "../core/failure.ts";
import type { ArchiveFacts, DatabaseFacts } from "../store/database/system-health.ts";
import type { Db } from "../store/database/sql.ts";
import {
  type DatabaseDeps,
  type WriterState,
  checkArchive,
  checkClock,
  checkDatabase,
  checkIsolation,
  checkNodes,
  createDatabaseCheck,
} from "./database.ts";
import { createFinding, getWorstState, type Finding } from "./finding.ts";
import { checkBackup } from "./backups.ts";
import { checkDisk } from "./disk.ts";
import { checkRedis, checkRedisProbe } from "./redis.ts";

const getCodes = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code }) => code);

describe("findings", () => {
  it("[API-075] [CLI-003] [API-358] each names its check, says one sentence, and what to do where it is not good", () => {
    for (const code of findingCodes) {
      const { check, state, message, advice } = createFinding(code, { days: 3 });
      expect(code.startsWith(`${check}_`), code).toBe(true);
      expect(healthChecks).toContain(check);
      expect([code, message === "", advice === undefined]).toEqual([code, false, state === "good"]);
    }
    // Each check has one finding without a problem.
    expect(
      new Set(
        findingCodes
          .map((code) => createFinding(code))
          .flatMap(({ state, check }) => (state === "good" ? [check] : [])),
      ),
    ).toEqual(new Set(healthChecks));
  });

  it("[API-075] [API-358] the worst of all counts", () => {
    const [good, warning, fault] = [
      createFinding("clock_good"),
      createFinding("backups_none"),
      createFinding("sockets_none"),
    ];
    expect([
      getWorstState([]),
      getWorstState([good]),
      getWorstState([good, warning]),
      getWorstState([warning, fault, good]),
    ]).toEqual(["good", "good", "warning", "fault"]);
  });
});

describe("the database", () => {
  const facts: DatabaseFacts = {
    version: "18.1",
    number: 180_001,
    isStandby: false,
    unsafe: [],
    now: 0,
    roles: { mayCreate: false, exist: true, foreign: [], readable: [], isOpen: false },
    free: 70,
    weakCommit: null,
    archive: null,
    nodes: 1,
    lockNames: [],
  };

  const missingRoles = { ...facts.roles, exist: false };

  it("[CFG-177] roles of other installations, rows of theirs that can be read, and a database open to all users are warnings", () => {
    expect(checkIsolation(facts)).toEqual([]);
    const roles = { ...facts.roles, foreign: ["parlour_writer"], readable: ["shop"], isOpen: true };
    expect(checkIsolation({ roles })).toMatchObject([
      {
        code: "database_shared_roles",
        state: "warning",
        message: expect.stringContaining("(parlour_writer)") as string,
      },
      {
        code: "database_neighbours",
        state: "warning",
        message: "the user of DATABASE_URL can read other Parlour installations: shop",
      },
      { code: "database_open", state: "warning" },
    ]);
  });

  it("[CLI-003] [F03] too old, unsafe, without its roles or with few connections is said, each by its name", () => {
    expect(getCodes(checkDatabase(facts))).toEqual(["database_good"]);
    expect(getCodes(checkDatabase({ ...facts, number: 140_010 }))).toEqual(["database_old"]);
    expect(checkDatabase({ ...facts, unsafe: ["fsync", "full_page_writes"] })).toMatchObject([
      {
        code: "database_unsafe",
        state: "fault",
        message: "fsync, full_page_writes is off; confirmed messages could be lost in a crash",
      },
    ]);
    expect(getCodes(checkDatabase({ ...facts, roles: missingRoles, free: 24 }))).toEqual([
      "database_roles",
      "database_crowded",
    ]);
    const creatableRoles = { ...missingRoles, mayCreate: true };
    expect(getCodes(checkDatabase({ ...facts, roles: creatableRoles }))).toEqual(["database_good"]);
  });

  it("[CFG-047] [F03] standbys that are not waited for until they have a message on disk are a warning", () => {
    expect(checkDatabase({ ...facts, weakCommit: "remote_write" })).toMatchObject([
      {
        code: "database_standby",
        state: "warning",
        message: expect.stringContaining("synchronous_commit is remote_write") as string,
      },
    ]);
  });
  it("[CORE-180] [CLI-003] several nodes are listed with release, process and host", () => {
    const lockNames = ["parlour lock 0a1b 0.1.0 12 on web-1", "parlour lock 2c3d 0.2.0 7 on web-2"];
    expect(getCodes([0, 1, 2].map((nodes) => checkNodes({ nodes, lockNames })))).toEqual([
      "nodes_good",
      "nodes_good",
      "nodes_several",
    ]);
    expect(checkNodes({ nodes: 2, lockNames })).toMatchObject({
      state: "good",
      message: "2 nodes use this database: 0.1.0 (process 12 on web-1), 0.2.0 (process 7 on web-2)",
    });
  });
  it("[CLI-003] [F14] clocks may be two seconds apart, measured from the middle of the question", () => {
    expect(
      getCodes([
        checkClock({ now: 12_000 }, 9_000, 11_000),
        checkClock({ now: 12_002 }, 9_000, 11_000),
      ]),
    ).toEqual(["clock_good", "clock_apart"]);
  });

  const rejectAsFull = () =>
    Promise.reject(new Refusal({ failure: "temporarily_unavailable", message: "full" }));
  const rejectUnexpected = () => Promise.reject(new Error("not to be asked"));
  const healthyState = { downMs: 0, unwritten: { count: 0, code: "" } };
  const pingWriter = () => Promise.resolve();
  const checkWith = async (
    writing: WriterState,
    deps: Partial<DatabaseDeps>,
  ): Promise<Finding | null> =>
    createDatabaseCheck({
      clock: new ManualClock(),
      db: { query: rejectUnexpected, transaction: rejectUnexpected },
      writerState: () => writing,
      pingWriter,
      canConnect: () => Promise.resolve(true),
      ...deps,
    })();

  it.each([
    ["53100", "database_full"],
    ["25006", "database_read_only"],
    ["58030", "database_unwritable"],
  ])(
    "[P18] [CFG-016] [CFG-101] a commit refused with %s: %s, until a write that needs space succeeds, whatever else is answered",
    async (code, expectedCode) => {
      let isFull = true;
      const db: Db = {
        query: () => Promise.resolve([]),
        transaction: (run) => (isFull ? rejectAsFull() : run({ query: () => Promise.resolve([]) })),
      };
      let unwritten = { count: 0, code: "" };
      const check = createDatabaseCheck({
        clock: new ManualClock(),
        db,
        writerState: () => ({ downMs: 0, unwritten }),
        pingWriter,
        canConnect: () => Promise.resolve(true),
      });
      expect(await check()).toBe(null);
      unwritten = { count: 1, code };
      expect([(await check())?.code, (await check())?.code]).toEqual([expectedCode, expectedCode]);
      isFull = false;
      expect(await check()).toBe(null);
      // No batch was rejected since the last check, so the check writes nothing.
      isFull = true;
      expect(await check()).toBe(null);
      unwritten = { count: 2, code };
      expect((await check())?.code).toBe(expectedCode);
    },
  );

  it("[P18] [CFG-016] a user without the right to make temporary tables learns of each refusal once", async () => {
    const db: Db = {
      query: () => Promise.resolve([]),
      transaction: () => Promise.reject(new Error("42501")),
    };
    const check = createDatabaseCheck({
      clock: new ManualClock(),
      db,
      writerState: () => ({ downMs: 0, unwritten: { count: 1, code: "53100" } }),
      pingWriter,
      canConnect: () => Promise.resolve(true),
    });
    expect([(await check())?.code, await check()]).toEqual(["database_full", null]);
  });

  it("[P17] [CFG-016] [CFG-101] a lost connection, a refusal, no new connection and silence are told apart", async () => {
    expect((await checkWith({ ...healthyState, downMs: 1 }, {}))?.code).toBe("database_away");
    expect((await checkWith(healthyState, { pingWriter: rejectAsFull }))?.code).toBe(
      "database_closed",
    );
    expect(
      (await checkWith(healthyState, { canConnect: () => Promise.resolve(false) }))?.code,
    ).toBe("database_closed");
    const clock = new ManualClock();
    const neverResolve = () => new Promise<never>(() => undefined);
    const pendingResult = checkWith(healthyState, { clock, pingWriter: neverResolve });
    await clock.advance(1_500);
    expect((await pendingResult)?.code).toBe("database_silent");
  });

  it("[CFG-101] a new connection is opened once in 5 s, and once a second after a failure", async () => {
    const clock = new ManualClock();
    let isOpen = true;
    let count = 0;
    const check = createDatabaseCheck({
      clock,
      db: { query: rejectUnexpected, transaction: rejectUnexpected },
      writerState: () => healthyState,
      pingWriter,
      canConnect: () => (count++, Promise.resolve(isOpen)),
    });
    const ask = async (seconds: number): Promise<number> => {
      count = 0;
      for (let n = 0; n < seconds; n++) {
        await clock.advance(1_000);
        await check();
      }
      return count;
    };
    expect(await ask(10)).toBe(2);
    isOpen = false;
    expect(await ask(10)).toBe(10);
    isOpen = true;
    expect(await ask(1)).toBe(1);
    expect((await check())?.code).toBe("database_pool");
    expect(await ask(9)).toBe(1);
  });

  it("[CFG-016] [CFG-101] without a free connection of the pool messages are accepted: a warning, whether it refuses or is silent", async () => {
    const transaction = rejectUnexpected;
    expect(
      await checkWith(healthyState, { db: { query: rejectAsFull, transaction } }),
    ).toMatchObject({
      code: "database_pool",
      state: "warning",
    });
    const clock = new ManualClock();
    const pendingResult = checkWith(healthyState, {
      clock,
      db: { query: () => new Promise<never>(() => undefined), transaction },
    });
    await clock.advance(1_000);
    expect((await pendingResult)?.code).toBe("database_pool");
    expect(
      await checkWith(healthyState, { db: { query: () => Promise.resolve([]), transaction } }),
    ).toBe(null);
  });
});

describe("disk and backups", () => {
  const day = 86_400_000;

  it("[CFG-016] a folder that is not there is a fault, and is called as one knows it", async () => {
    expect(await checkDisk(join(tmpdir(), "parlour-not-there"), "DATA_DIR")).toMatchObject({
      code: "disk_unseen",
      message: "DATA_DIR cannot be checked (ENOENT)",
    });
  });

  it("[CLI-003] [API-075] a backup of more than seven days is a warning, none too", () => {
    const now = 100 * day;
    expect(
      getCodes(
        [null, { at: now }, { at: now - 8 * day + 1 }, { at: now - 8 * day }].map((backup) =>
          checkBackup(backup, now),
        ),
      ),
    ).toEqual(["backups_none", "backups_good", "backups_good", "backups_old"]);
    expect(checkBackup({ at: now }, now).message).toBe("the latest backup is from today");
  });

  it("[CFG-155] an archive that fails, is late or has no timeout is a warning, and none is no finding", () => {
    const minuteMs = 60_000;
    const now = 100 * minuteMs;
    const facts: ArchiveFacts = {
      archivedAt: now - minuteMs,
      failedAt: now - 2 * minuteMs,
      failedFile: "0000000100000000000000A1",
      waiting: 0,
      timeout: 60,
      startedAt: 0,
    };
    const check = (changes: Partial<ArchiveFacts>) =>
      checkArchive({ archive: { ...facts, ...changes }, now })?.code;
    expect(checkArchive({ archive: null, now })).toBe(null);
    expect(check({})).toBe("backups_archive_good");
    expect(check({ failedAt: now })).toBe("backups_archive_failing");
    expect(check({ timeout: 0 })).toBe("backups_archive_slow");
    // Without changes, PostgreSQL has nothing to archive.
    expect(check({ archivedAt: now - 90 * minuteMs, failedAt: 0 })).toBe("backups_archive_good");
    expect(check({ archivedAt: now - 16 * minuteMs, failedAt: 0, waiting: 1 })).toBe(
      "backups_archive_late",
    );
    expect(check({ archivedAt: null, failedAt: 1 })).toBe("backups_archive_failing");
  });

  it("[API-075] [API-359] the note of a copy survives its move and is never half read", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "parlour-note-"));
    try {
      expect(await findLatestBackup(dataDir)).toBe(null);
      const accounts = [{ id: 1, name: "Acme", position: 7 }];
      await recordBackup(dataDir, join(dataDir, "moved"), {
        created_at: "2026-01-02T03:04:05.000Z",
        accounts,
      });
      expect(await findLatestBackup(dataDir)).toEqual({
        folder: join(dataDir, "moved"),
        at: Date.parse("2026-01-02T03:04:05.000Z"),
        accounts,
        bytes: null,
        isThere: false,
      });
      // DATA_DIR/backups contains a backup that was made before an upgrade. The newer one counts.
      for (const [name, created_at] of [
        ["older", "2026-01-01T00:00:00.000Z"],
        ["newer", "2026-01-03T00:00:00.000Z"],
        ["half.part", ""],
      ] as const) {
        mkdirSync(join(dataDir, "backups", name), { recursive: true });
        if (created_at !== "")
          writeFileSync(
            join(dataDir, "backups", name, "backup.json"),
            JSON.stringify({
              form: 1,
              created_at,
              accounts,
              tables: [],
              migrations: [],
              sequences: [],
            }),
          );
        const latest = await findLatestBackup(dataDir);
        expect([latest?.isThere, latest?.folder]).toEqual(
          name === "older"
            ? [false, join(dataDir, "moved")]
            : [true, join(dataDir, "backups", "newer")],
        );
      }
      rmSync(join(dataDir, "backups"), { recursive: true });
      writeFileSync(join(dataDir, "last-backup.json"), "");
      expect(await findLatestBackup(dataDir)).toBe(null);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe("Redis", () => {
  it("[CFG-005] [API-358] is a warning at most, because Parlour works without it", () => {
    const state = {
      use: "alone",
      at: "cache:6379",
      version: "7.0.15",
      latencyMs: 0.4,
      reason: null,
      unreachedNodes: 0,
      sent: { redis: 1, postgres: 0 },
      refused: 0,
    } as const;
    const away = { ...state, use: "away", version: null, reason: "ECONNREFUSED" } as const;
    const findings = [
      checkRedis(null),
      checkRedis(state),
      checkRedis({ ...state, use: "with_postgres", unreachedNodes: 2 }),
      checkRedis(away),
      checkRedisProbe({ at: "cache:6379", version: "6.2.1", latencyMs: 1 }),
    ];
    expect(findings.map(({ code, state: found }) => [code, found])).toEqual([
      ["redis_off", "good"],
      ["redis_good", "good"],
      ["redis_partly", "warning"],
      ["redis_away", "warning"],
      ["redis_old", "warning"],
    ]);
    expect(checkRedis(away).message).toContain("cache:6379 cannot be used (ECONNREFUSED)");
  });
});
