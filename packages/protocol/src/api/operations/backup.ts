import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";

/** Backups that the server makes (CORE-367, API-486). */

/** Why a backup was not made. */
export const backupErrors = [
  "folder_relative",
  "folder_inside_data",
  "folder_unwritable",
  "no_space",
  "database",
  "interrupted",
  "failed",
] as const;
export type BackupError = (typeof backupErrors)[number];

/** Number of copies that are kept unless the owner chooses another one. */
export const defaultBackupCopies = 7;
/** Maximum length of a folder, in characters. */
export const maxBackupFolderLength = 1_000;

const literals = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));

export const BackupRun = Type.Object({
  id: Id,
  /** Whether an operator or the schedule asked for it. */
  cause: literals(["operator", "schedule"]),
  state: literals(["waiting", "running", "done", "failed"]),
  requested_at: Time,
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
  /** Host name of the machine that wrote the copy. */
  host: Nullable(Type.String()),
  /** Folder of the copy. Null before it begins. */
  path: Nullable(Type.String()),
  /** Bytes written so far, or the size of the complete copy. */
  bytes: Type.Integer({ minimum: 0 }),
  /** Only for `failed`. */
  error: Nullable(literals(backupErrors)),
  /** Time when the copy was removed, because newer ones exist. */
  removed_at: Nullable(Time),
});
export type BackupRun = Static<typeof BackupRun>;

const settings = {
  /** Absolute path. Null: `default_folder`. */
  folder: Nullable(Type.String({ minLength: 1, maxLength: maxBackupFolderLength })),
  /** Local time such as `02:00`. Null: no backup is made every night. */
  time: Nullable(Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" })),
  /** IANA name of the time zone of `time`. */
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  /** Number of copies to keep. */
  keep: Type.Integer({ minimum: 1, maximum: 365 }),
};
export const BackupSettings = Type.Object(settings, { additionalProperties: false });
export type BackupSettings = Static<typeof BackupSettings>;

export const BackupState = Type.Object({
  ...settings,
  default_folder: Type.String(),
  /** Time of the next backup. Null without a schedule. */
  next_at: Nullable(Time),
  /** The latest runs, newest first. */
  runs: Type.Array(BackupRun),
});
export type BackupState = Static<typeof BackupState>;
