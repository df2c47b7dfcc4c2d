/**
 * A failure to start or to continue that an administrator can fix. `message` is one clear sentence
 * (CFG-018), or one line per error. `exitCode` is 78 for invalid configuration and 1 otherwise.
 */
export class StartError extends Error {
  readonly exitCode: 1 | 78;
  constructor(message: string, exitCode: 1 | 78 = 1) {
    super(message);
    this.name = "StartFault";
    this.exitCode = exitCode;
  }
}

/** Returns a StartError with path and remedy, or any other error unchanged. */
export function toFileError(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const reason = typeof code === "string" ? reasonsByCode[code] : undefined;
  return reason === undefined ? error : new StartError(`${path}: ${reason}`);
}

const reasonsByCode: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free up space and start again",
  EDQUOT: "the disk quota is used up; free up space and start again",
  EROFS: "the disk is read-only; use a writable DATA_DIR",
  EACCES: "permission denied; use a DATA_DIR that this user can write to, or run as its owner",
  EPERM: "permission denied; use a DATA_DIR that this user can write to, or run as its owner",
  ENOTDIR: "is not a directory; use another DATA_DIR",
  EEXIST: "is not a directory; use another DATA_DIR",
  ENAMETOOLONG: "the path is too long; use a shorter DATA_DIR",
};

/** Finds cause and remedy in the output of initdb or postgres, or null. */
export function findStartFailureReason(output: string): string | null {
  if (/No space left on device|disk quota exceeded/i.test(output))
    return "the disk is full; free up space and start again";
  if (/Read-only file system/i.test(output))
    return "the disk is read-only; use a writable DATA_DIR";
  if (/could not look up effective user ID/i.test(output)) {
    return "PostgreSQL needs a user with a name, but this user ID has none; run as an existing user or set DATABASE_URL";
  }
  if (/Permission denied/i.test(output))
    return "permission denied in the data directory; run as its owner or use another DATA_DIR";
  if (/could not create shared memory|Cannot allocate memory/i.test(output))
    return "not enough memory for PostgreSQL; free up memory or set DATABASE_URL";
  return null;
}
