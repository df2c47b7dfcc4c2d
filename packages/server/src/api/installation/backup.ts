import type { FastifyInstance } from "fastify";
import {
  BackupSettings,
  BackupState,
  defaultBackupCopies,
  NoContent,
  type BackupRun,
} from "@parlour/protocol/api";
import { assertRolesNotAbovePrincipal } from "../../auth/index.ts";
import { isTimeZone } from "../../core/hours/format.ts";
import { refuse } from "../../core/failure.ts";
import {
  listBackupRuns,
  requestBackup,
  type BackupRunRecord,
} from "../../store/settings/installation/backup-runs.ts";
import {
  readBackupSettings,
  writeBackupSettings,
  type StoredBackupSettings,
} from "../../store/settings/installation/backup.ts";
import type { Sql } from "../../store/database/sql.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface BackupPort {
  readonly defaultFolder: string;
  /** Says why no backup can be written there, or null. `folder` null: the default one. */
  findFolderFault(folder: string | null): Promise<string | null>;
  /** Returns the time of the next backup of the schedule, or null. */
  findNext(settings: StoredBackupSettings | null): number | null;
  /** Makes the backup that waits. Returns at once. */
  wake(): void;
}
type BackupDeps = RouteDeps & { readonly backups: BackupPort };

/** Number of runs that a response contains. */
const maxListedRuns = 10;

/** Registers the backups that the server makes, for the owner of the installation (API-486). */
export function backupRoutes(app: FastifyInstance, deps: BackupDeps): void {
  readBackupRoute(app, deps);
  changeBackupRoute(app, deps);
  requestBackupRoute(app, deps);
}

function readBackupRoute(app: FastifyInstance, deps: BackupDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/instance/backup",
    action: "instance.manage",
    tag: "instance",
    summary: "Get backups and their schedule",
    status: 200,
    answer: BackupState,
    handle: () => readState(deps, deps.sql),
  });
}
function changeBackupRoute(app: FastifyInstance, deps: BackupDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/instance/backup",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Set the schedule of backups",
    body: BackupSettings,
    status: 200,
    answer: BackupState,
    handle: async (context) => {
      const { folder, time, timezone, keep } = context.body;
      // Who chooses the folder decides where all data of the installation go.
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      if (!isTimeZone(timezone))
        refuse("invalid_request", `${timezone} is not a time zone.`, { field: "timezone" });
      const fault = await deps.backups.findFolderFault(folder);
      if (fault !== null) refuse("invalid_request", fault, { field: "folder" });
      return changeSettings(deps, context, "instance.backup", async (tx, now) => {
        await writeBackupSettings(tx, { folder, time, timezone, keep }, now);
        return {
          result: await readState(deps, tx),
          changed: [{ kind: "instance", id: null }],
          target: `backup: ${time === null ? "no schedule" : `${time} ${timezone}`}, ${folder ?? "default folder"}, ${keep} copies`,
        };
      });
    },
  });
}
function requestBackupRoute(app: FastifyInstance, deps: BackupDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/instance/backup/runs",
    action: "instance.manage",
    tag: "instance",
    summary: "Back up now",
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      const settings = await readBackupSettings(deps.sql);
      const fault = await deps.backups.findFolderFault(settings?.folder ?? null);
      if (fault !== null) refuse("not_available", fault);
      await changeSettings(deps, context, "instance.backup_now", async (tx, now) => {
        await requestBackup(tx, null, now);
        return { result: null, changed: [], target: "backup" };
      });
      deps.backups.wake();
      return null;
    },
  });
}

async function readState({ backups }: BackupDeps, sql: Sql): Promise<BackupState> {
  const settings = await readBackupSettings(sql);
  const runs = await listBackupRuns(sql, maxListedRuns);
  return {
    folder: settings?.folder ?? null,
    time: settings?.time ?? null,
    timezone: settings?.timezone ?? "UTC",
    keep: settings?.keep ?? defaultBackupCopies,
    default_folder: backups.defaultFolder,
    next_at: formatTime(backups.findNext(settings)),
    runs: runs.map(serializeRun),
  };
}

const serializeRun = (run: BackupRunRecord): BackupRun => ({
  id: run.id,
  cause: run.night === null ? "operator" : "schedule",
  state: run.state,
  requested_at: new Date(run.requestedAt).toISOString(),
  started_at: formatTime(run.startedAt),
  finished_at: formatTime(run.finishedAt),
  host: run.host,
  path: run.path,
  bytes: run.bytes,
  error: run.error,
  removed_at: formatTime(run.removedAt),
});
const formatTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
