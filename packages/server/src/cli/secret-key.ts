import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { toFileError, StartError } from "../embedded/start-error.ts";
import { syncFolder, syncCreatedPath } from "../embedded/sync-folder.ts";
import type { Log } from "../log.ts";

/**
 * Returns the key that encrypts stored secrets (CFG-007): the configured one, or the one in
 * `DATA_DIR/secret.key`. Creates that file once with mode 0600. Throws StartError if the file is
 * invalid, because a new key would make all stored secrets unreadable.
 */
export function loadSecretKey(dataDir: string, configured: Buffer | null, log: Log): Buffer {
  if (configured) return configured;
  const file = join(dataDir, "secret.key");
  try {
    const firstCreated = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (firstCreated !== undefined) syncCreatedPath(dataDir, firstCreated);
    const text = readOrCreate(file, dataDir);
    if (!/^[A-Za-z0-9+/]{43}=\n?$/.test(text)) {
      throw new StartError(
        `${file}: must contain 32 bytes in base64; restore the key from a copy or set SECRET_KEY`,
        78,
      );
    }
    if ((statSync(file).mode & 0o077) !== 0)
      log.warn({ file }, "the secret key can be read by other users; run chmod 600");
    return Buffer.from(text, "base64");
  } catch (error) {
    throw toFileError(error, file);
  }
}

/** Returns the key as `loadSecretKey`, or null if no node has created it yet. */
export function findSecretKey(dataDir: string, configured: Buffer | null, log: Log): Buffer | null {
  const isCreated = configured !== null || existsSync(join(dataDir, "secret.key"));
  return isCreated ? loadSecretKey(dataDir, configured, log) : null;
}

/** Returns the key of an existing installation. Throws StartError instead of creating one. */
export function requireSecretKey(dataDir: string, configured: Buffer | null, log: Log): Buffer {
  const key = findSecretKey(dataDir, configured, log);
  if (key !== null) return key;
  throw new StartError(
    `${join(dataDir, "secret.key")}: does not exist; set SECRET_KEY, or DATA_DIR to the folder of the installation`,
    78,
  );
}

function readOrCreate(file: string, folder: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const partPath = `${file}.${process.pid}`;
  try {
    writeKey(partPath);
    // `linkSync` never replaces a file. If two processes start for the first time, the later one
    // reads the key of the earlier one.
    linkSync(partPath, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(partPath, { force: true });
  }
  // The file must survive a power failure, because secrets are encrypted with this key immediately.
  syncFolder(folder);
  return readFileSync(file, "utf8");
}

function writeKey(path: string): void {
  // Removes the file of a killed process with the same pid. In a container, every process has the
  // same pid.
  rmSync(path, { force: true });
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString("base64")}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
