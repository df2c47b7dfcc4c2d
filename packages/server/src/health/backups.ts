import type { LatestBackup } from "../backup/latest.ts";
import { finding, type Finding } from "./finding.ts";

const dayMs = 86_400_000;
/** Age in days above which a backup is a warning. */
const mostDays = 7;

/** Checks the age of the newest backup. */
export function judgeBackup(latest: Pick<LatestBackup, "at"> | null, now: number): Finding {
  if (latest === null) return finding("backups_none");
  const days = Math.max(0, Math.floor((now - latest.at) / dayMs));
  return finding(days > mostDays ? "backups_old" : "backups_good", { days });
}
