import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import type { Db } from "../store/database/sql.ts";
import type { BackupSettingsRecord } from "../store/settings/installation/backup.ts";
import {
  failBackup,
  finishBackup,
  readBackupFacts,
  recordBackupProgress,
  type BackupRunRecord,
} from "../store/settings/installation/backup-runs.ts";
import { version } from "../version.ts";
import {
  formatCopyName,
  removeSurplusCopies,
  settleInterruptedCopies,
  toBackupResult,
} from "./copies.ts";
import { getDefaultFolder, prepareBackupFolder, toBackupFault } from "./folder.ts";
import { recordBackup } from "./latest.ts";
import { writeBackup } from "./write.ts";

export interface MakeBackupDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly secretKey: Buffer;
  readonly log: Log;
  readonly onFault: (error: unknown) => void;
}

/** Minimum time between two records of the progress, in ms. */
const progressMs = 1_000;

/** Writes one copy, stores the result, and removes old copies after a success. */
export async function makeBackup(
  deps: MakeBackupDeps,
  run: BackupRunRecord,
  {
    settings,
    signal,
    host,
  }: {
    readonly settings: BackupSettingsRecord;
    readonly signal: AbortSignal;
    readonly host: string;
  },
): Promise<void> {
  const { clock, db, dataDir, log } = deps;
  try {
    await settleInterruptedCopies({ sql: db, host, now: clock.now() });
    const { latest } = await readBackupFacts(db);
    const folder = await prepareBackupFolder(
      settings.folder ?? getDefaultFolder(dataDir),
      dataDir,
      latest,
    );
    const startedAt = run.startedAt ?? clock.now();
    const path = join(folder, formatCopyName(run.id, startedAt));
    await recordBackupProgress(db, run.id, { path, bytes: 0 });
    const manifest = await writeBackup({
      url: deps.databaseUrl,
      dataDir,
      secretKey: deps.secretKey,
      version,
      folder: path,
      now: new Date(startedAt),
      signal,
      onProgress: createProgressRecorder(deps, run.id, path),
    });
    if (!(await finishBackup(db, run.id, toBackupResult(manifest), clock.now()))) {
      await rm(path, { recursive: true, force: true });
      return;
    }
    await recordBackup(dataDir, path, manifest);
    await removeSurplusCopies({ sql: db, host, now: clock.now() }, settings.keep);
    log.info({ run: run.id, bytes: manifest.bytes }, "backup.made");
  } catch (error) {
    // The run stays, so that the next start or another node ends and repeats it.
    if (signal.aborted) return;
    const fault = toBackupFault(error);
    if (fault.code === "failed") deps.onFault(error);
    log.warn({ run: run.id, code: fault.code }, "backup.failed");
    await failBackup(db, run.id, fault.code, clock.now());
  }
}

/** Returns a function that stores the progress at most once a second. */
function createProgressRecorder(
  { clock, db, onFault }: MakeBackupDeps,
  id: number,
  path: string,
): (bytes: number) => void {
  let recordedAt = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const now = clock.monotonic();
    if (now - recordedAt < progressMs) return;
    recordedAt = now;
    recordBackupProgress(db, id, { path, bytes }).catch(onFault);
  };
}
