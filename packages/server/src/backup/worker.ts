import { hostname } from "node:os";
import { defaultBackupCopies } from "@parlour/protocol/api";
import type { Cluster } from "../cluster/index.ts";
import type { EntryFeed, RunningNodes } from "../journal/index.ts";
import {
  readBackupSettings,
  type BackupSettingsRecord,
  type StoredBackupSettings,
} from "../store/settings/installation/backup.ts";
import {
  claimBackup,
  endLostBackups,
  readBackupFacts,
  requestBackup,
} from "../store/settings/installation/backup-runs.ts";
import { getDefaultFolder, prepareBackupFolder, toBackupFault } from "./folder.ts";
import { makeBackup, type MakeBackupDeps } from "./make-backup.ts";
import { findLatestNight, findNextNight } from "./schedule.ts";

export interface BackupWorkerDeps extends MakeBackupDeps {
  readonly journal: EntryFeed & RunningNodes;
  readonly cluster: Cluster;
}

/** The settings that apply until the owner of the installation saves others. */
const defaultSettings: BackupSettingsRecord = {
  folder: null,
  time: null,
  timezone: "UTC",
  keep: defaultBackupCopies,
};

interface BackupFolders {
  /** Folder of the copies if none was chosen. */
  readonly defaultFolder: string;
  /** Returns why no backup can be written to the folder now (CFG-138), in a sentence, or null. */
  findFolderFault(folder: string | null): Promise<string | null>;
}
export interface BackupWorker extends BackupFolders {
  /** Returns the time of the next night of the schedule in ms since 1970, or null. */
  findNext(settings: BackupSettingsRecord | null): number | null;
  /** Makes the backup that waits, if there is one. Returns at once. */
  wake(): void;
  /** Resolves when no backup is running or waiting here. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Time in ms after which other nodes make a backup that the responsible one did not make. */
const takeOverMs = 60_000;
/** Time until the next try if the database does not respond, in ms. */
const retryMs = 60_000;

/**
 * Starts the part of a node that makes backups: those that the owner asks for, and one every night
 * (CORE-367, CORE-368). All nodes share the runs in the database, so each is made once.
 */
export function startBackupWorker(deps: BackupWorkerDeps): BackupWorker {
  const { clock, journal } = deps;
  const stop = new AbortController();
  let cancelAlarm = (): void => undefined;
  let last: Promise<void> = Promise.resolve();
  let isQueued = false;

  const setAlarm = (at: number | null): void => {
    cancelAlarm();
    if (at !== null && !stop.signal.aborted) cancelAlarm = clock.scheduleAt(at, wake);
  };
  const check = async (): Promise<void> => {
    isQueued = false;
    const { hasMade, nextCheck } = await runDueBackup(deps, stop.signal);
    setAlarm(nextCheck);
    // Another backup may have become due meanwhile.
    if (hasMade || (nextCheck !== null && nextCheck <= clock.now())) wake();
  };
  function wake(): void {
    if (isQueued || stop.signal.aborted) return;
    isQueued = true;
    last = last.then(check).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      deps.onFault(error);
      setAlarm(clock.now() + retryMs);
    });
  }
  journal.onOtherNodesChange(wake);
  journal.subscribe((_account, entries) => {
    if (entries.some(({ name, frame }) => isInstallationChange(name, frame))) wake();
  });
  wake();

  return {
    ...createFolderChecks(deps),
    findNext: (settings) => findNext(settings, clock.now()),
    wake,
    async settle() {
      for (let seen: Promise<void> | null = null; seen !== last;) {
        seen = last;
        await last;
      }
    },
    async close() {
      stop.abort();
      cancelAlarm();
      await last;
    },
  };
}

const isInstallationChange = (name: string, frame: string): boolean =>
  name === "settings_changed" && frame.includes('"kind":"instance"');

function createFolderChecks({ db, dataDir }: BackupWorkerDeps): BackupFolders {
  const defaultFolder = getDefaultFolder(dataDir);
  return {
    defaultFolder,
    async findFolderFault(folder) {
      const { latest } = await readBackupFacts(db);
      return prepareBackupFolder(folder ?? defaultFolder, dataDir, latest).then(
        () => null,
        (error: unknown) => toBackupFault(error).message,
      );
    },
  };
}

/** Ends lost runs, makes the backup that is due. Returns when to check again. */
async function runDueBackup(
  deps: BackupWorkerDeps,
  signal: AbortSignal,
): Promise<{ readonly hasMade: boolean; readonly nextCheck: number | null }> {
  const { clock, db, journal } = deps;
  const host = hostname();
  const settings = await readBackupSettings(db);
  // A night that begins after this moment is due at the next check.
  const now = clock.now();
  await db.transaction((tx) => endLostBackups(tx, journal.node, now));
  await requestNight(deps, settings, now);
  const run = await claimBackup(db, { node: journal.node, host, now: clock.now() });
  if (run !== null)
    await makeBackup(deps, run, { settings: settings ?? defaultSettings, signal, host });
  return { hasMade: run !== null, nextCheck: findNextCheck(settings, now) };
}

async function requestNight(
  { cluster, db }: BackupWorkerDeps,
  settings: StoredBackupSettings | null,
  now: number,
): Promise<void> {
  if (settings?.time == null) return;
  const night = findLatestNight({ ...settings, time: settings.time }, now);
  if (night.at < settings.since) return;
  if (cluster.isResponsible("backup") || now >= night.at + takeOverMs)
    await requestBackup(db, night.name, now);
}

function findNext(settings: BackupSettingsRecord | null, now: number): number | null {
  if (settings?.time == null) return null;
  return findNextNight({ ...settings, time: settings.time }, now).at;
}
function findNextCheck(settings: BackupSettingsRecord | null, now: number): number | null {
  if (settings?.time == null) return null;
  const takeOverAt = findLatestNight({ ...settings, time: settings.time }, now).at + takeOverMs;
  return takeOverAt > now ? takeOverAt : findNext(settings, now);
}
