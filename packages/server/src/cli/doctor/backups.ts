import { latestBackup } from "../../backup/latest.ts";
import { dataDirOf } from "../database.ts";
import type { Finding, Surroundings } from "./finding.ts";

const dayMs = 86_400_000;

/** Age of the newest copy in DATA_DIR/backups. One on another disk is better, and not known here. */
export async function backups({ config, clock }: Surroundings): Promise<Finding[]> {
  const latest = await latestBackup(dataDirOf(config));
  const advice = "parlour backup FOLDER, regularly and onto another disk; copies that lie elsewhere are not seen from here";
  if (latest === null) return [{ check: "backups", state: "warning", message: "none in DATA_DIR/backups", advice }];
  const days = Math.floor((clock.now() - latest.at) / dayMs);
  const message = `the newest in DATA_DIR/backups is ${days === 0 ? "of today" : `${days} days old`}`;
  return [days > 7 ? { check: "backups", state: "warning", message, advice } : { check: "backups", state: "good", message }];
}
