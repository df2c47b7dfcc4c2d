import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSecretKey } from "../src/cli/secret-key.ts";
import { toStartError } from "../src/cli/to-start-error.ts";
import { toFileError, findStartFailureReason, StartError } from "../src/embedded/start-error.ts";
import { createLog } from "../src/log.ts";
import { createScratchFolder } from "./cli-fixture.ts";

const { createSubfolder } = createScratchFolder();
const log = createLog({ level: "silent", format: "json" });

describe("faults at start", () => {
  const around = {
    host: "0.0.0.0",
    port: 3000,
    databaseUrl: "postgres://u:hunter2@db.internal:5432/x",
  };
  it("[CFG-018] a full or read-only disk is named, whoever meets it", () => {
    const coded = (code: string, more: object = {}): Error =>
      Object.assign(new Error(code), { code, ...more });
    expect(toFileError(coded("ENOSPC"), "/data")).toMatchObject({
      message: "/data: the disk is full; free up space and start again",
      exitCode: 1,
    });
    expect(toFileError(coded("EROFS"), "/data")).toMatchObject({
      message: "/data: the disk is read-only; use a writable DATA_DIR",
    });
    expect(
      findStartFailureReason(
        'FATAL:  could not write lock file "postmaster.pid": No space left on device',
      ),
    ).toMatch(/disk is full/);
    expect(
      findStartFailureReason(
        "initdb: error: could not look up effective user ID 12345: user does not exist",
      ),
    ).toMatch(/a user with a name/);
    expect(toStartError(coded("53100"), around)).toMatchObject({
      message: "the database at db.internal:5432: its disk is full; free up space and start again",
      exitCode: 1,
    });
    expect(toStartError(coded("28P01"), around)).toMatchObject({ exitCode: 78 });
    expect(toStartError(new AggregateError([coded("ECONNREFUSED")]), around)).toMatchObject({
      exitCode: 1,
    });
    expect(toStartError(coded("SELF_SIGNED_CERT_IN_CHAIN"), around)).toMatchObject({
      message: expect.stringMatching(/not trusted; .*sslrootcert=/),
    });
    expect(
      toStartError(
        new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"),
        around,
      ),
    ).toMatchObject({
      message: "the database at db.internal:5432: it requires a password; add one to DATABASE_URL",
      exitCode: 78,
    });
    expect(toStartError(coded("EADDRNOTAVAIL", { syscall: "listen" }), around)).toMatchObject({
      exitCode: 78,
    });
    expect(toStartError(new TypeError("a bug"), around)).toBe(null);
    // The same error applies to a file and to a socket.
    expect(toStartError(coded("ENOSPC", { syscall: "write" }), around)).toMatchObject({
      message: "the disk is full; free up space and try again",
      exitCode: 1,
    });
    expect(toStartError(coded("EACCES", { syscall: "open", path: "/b" }), around)).toMatchObject({
      message: expect.stringMatching(/^\/b: permission denied/),
    });
    expect(toStartError(coded("ENOENT", { syscall: "connect" }), around)).toMatchObject({
      message: expect.stringMatching(/no such socket/),
    });
  });

  it("[CFG-007] the key is made once, kept, and never replaced when its file is broken", () => {
    const dataDir = createSubfolder();
    // A start with the same process id was killed or found the disk full. In a container, every
    // start has the same process id.
    writeFileSync(join(dataDir, `secret.key.${process.pid}`), "half");
    const created = loadSecretKey(dataDir, null, log);
    expect(readdirSync(dataDir)).toEqual(["secret.key"]);
    expect(created).toHaveLength(32);
    expect(loadSecretKey(dataDir, null, log).equals(created)).toBe(true);
    expect(loadSecretKey(dataDir, Buffer.alloc(32, 3), log)[0]).toBe(3);
    writeFileSync(join(dataDir, "secret.key"), "cut off");
    expect(() => loadSecretKey(dataDir, null, log)).toThrow(StartError);
    expect(readFileSync(join(dataDir, "secret.key"), "utf8")).toBe("cut off");
  });
});
