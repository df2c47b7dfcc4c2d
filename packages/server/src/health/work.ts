import { endingKeys, latestEntryAt, overdueDeliveries } from "../store/queries/operation.ts";
import type { Sql } from "../store/sql.ts";
import { finding, type Finding } from "./finding.ts";

const hourMs = 3_600_000;
/** Two nodes, or a machine and its time server, are never further apart than this. */
const noiseMs = 60_000;

/** The owner of a program needs so long to give it another key. */
const keyWarningMs = 14 * 24 * hourMs;

/** Deliveries that wait for more than an hour, API keys that end soon, and entries of a time to come: the clock went back since. */
export async function lookAtWork(sql: Sql, now: number): Promise<readonly Finding[]> {
  const latest = await latestEntryAt(sql);
  const keys = await endingKeys(sql, now, keyWarningMs);
  const { count, oldestAt } = await overdueDeliveries(sql, now - hourMs);
  return [
    ...(latest !== null && latest > now + noiseMs ? [finding("clock_ahead", { seconds: Math.round((latest - now) / 1_000) })] : []),
    oldestAt === null ? finding("deliveries_good") : finding("deliveries_wait", { count, oldest_at: new Date(oldestAt).toISOString() }),
    keys.firstAt === null
      ? finding("keys_good")
      : finding("keys_ending", { count: keys.count, first_at: new Date(keys.firstAt).toISOString() }),
  ];
}
