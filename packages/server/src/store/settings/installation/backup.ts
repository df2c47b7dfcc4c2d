import type { BackupSettings } from "@parlour/protocol/api";
import type { Sql } from "../../database/sql.ts";

/** When and where the server makes backups (CORE-367). */
export type BackupSettingsRecord = Readonly<BackupSettings>;
/** `since`: when the schedule was saved, in ms since 1970. Nights before it are not made up for. */
export type StoredBackupSettings = BackupSettingsRecord & { readonly since: number };

/** Returns the settings, or null if they were never saved. */
export async function readBackupSettings(sql: Sql): Promise<StoredBackupSettings | null> {
  const [row] = await sql.query<{ backup: StoredBackupSettings | null }>(
    "select backup from instance",
  );
  return row?.backup ?? null;
}

/** Saves the settings. `since` stays if the schedule stays. */
export async function writeBackupSettings(
  tx: Sql,
  { folder, time, timezone, keep }: BackupSettingsRecord,
  now: number,
): Promise<void> {
  await tx.query(
    `update instance set backup = $1::jsonb || jsonb_build_object('since', case
       when backup ->> 'time' = $2 and backup ->> 'timezone' = $3 then backup -> 'since' else to_jsonb($4::float8) end)`,
    [JSON.stringify({ folder, time, timezone, keep }), time, timezone, now],
  );
}
