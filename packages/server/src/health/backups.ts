import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { findLatestBackup, type LatestBackup } from "../backup/latest.ts";
import { findLatestNight } from "../backup/schedule.ts";
import type { Clock } from "../core/command.ts";
import { waitWithTimeout } from "../core/pause.ts";
import type { Sql } from "../store/database/sql.ts";
import {
  isNightRequested,
  readBackupFacts,
  type BackupRunRecord,
} from "../store/settings/installation/backup-runs.ts";
import { readBackupSettings } from "../store/settings/installation/backup.ts";
import { createFinding, type Finding } from "./finding.ts";
import { nullIfRefused } from "./stored-data.ts";

const dayMs = 86_400_000;
/** Age in days above which a backup causes a warning. */
const maxBackupAgeDays = 7;
/** Time in ms after which a night without a backup counts as missed. */
const missedAfterMs = 3_600_000;
/** Maximum wait in ms for the backups that the database lists. `/metrics` waits for it, too. */
const backupTimeoutMs = 1_500;

/** Checks the age of the newest backup. */
export function checkBackup(latest: { readonly at: number } | null, now: number): Finding {
  if (latest === null) return createFinding("backups_none");
  const days = Math.max(0, Math.floor((now - latest.at) / dayMs));
  return createFinding(days > maxBackupAgeDays ? "backups_old" : "backups_good", { days });
}

/** Checks the backups of the server and of the command (CORE-371). */
export async function checkBackups(
  sql: Sql,
  latest: { readonly at: number } | null,
  now: number,
): Promise<Finding> {
  const { lastEnded } = await readBackupFacts(sql);
  if (lastEnded?.state === "failed" && (latest?.at ?? 0) <= (lastEnded.startedAt ?? 0))
    return createFinding("backups_failed", {
      error: lastEnded.error ?? "failed",
      host: lastEnded.host ?? "",
    });
  const missed = await findMissedNight(sql, now);
  return missed === null
    ? checkBackup(latest, now)
    : createFinding("backups_missed", { night: missed });
}

async function findMissedNight(sql: Sql, now: number): Promise<string | null> {
  const settings = await readBackupSettings(sql);
  if (settings?.time == null) return null;
  const night = findLatestNight({ ...settings, time: settings.time }, now - missedAfterMs);
  if (night.at < settings.since || (await isNightRequested(sql, night.name))) return null;
  return night.name;
}

/** Returns the newest known backup, of this disk or, for other nodes, of the database. */
export async function findNewestBackup(dataDir: string, sql: Sql): Promise<LatestBackup | null> {
  const [found, facts] = await Promise.all([findLatestBackup(dataDir), readBackupFacts(sql)]);
  const run = facts.latest;
  if (run === null || (found !== null && found.at >= (run.startedAt ?? 0))) return found;
  return toLatestBackup(run);
}
/** Finds the newest backup. Without a timely answer of the database, those on this disk count. */
export async function findKnownBackup(
  clock: Clock,
  sql: Sql,
  dataDir: string,
): Promise<LatestBackup | null> {
  const newest = nullIfRefused(findNewestBackup(dataDir, sql));
  const isInTime = await waitWithTimeout(clock, backupTimeoutMs, newest);
  return (isInTime ? await newest : null) ?? findLatestBackup(dataDir);
}
async function toLatestBackup(run: BackupRunRecord): Promise<LatestBackup> {
  const { path, startedAt, accounts, bytes, host } = run;
  const isFound = await stat(path ?? "").then(
    () => true,
    () => false,
  );
  // The disk of another machine cannot be checked.
  const isThere = isFound || host !== hostname();
  return { folder: path ?? "", at: startedAt ?? 0, accounts, bytes, isThere };
}
