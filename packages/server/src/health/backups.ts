import type { LatestBackup } from "../backup/latest.ts";
import { createFinding, type Finding } from "./finding.ts";

const dayMs = 86_400_000;
/** Age in days above which a backup causes a warning. */
const maxBackupAgeDays = 7;

/** Checks the age of the newest backup. */
export function checkBackup(latest: Pick<LatestBackup, "at"> | null, now: number): Finding {
  if (latest === null) return createFinding("backups_none");
  const days = Math.max(0, Math.floor((now - latest.at) / dayMs));
  return createFinding(days > maxBackupAgeDays ? "backups_old" : "backups_good", { days });
}
