import { listBackfills } from "../store/backfill-progress.ts";
import {
  readExpiringKeys,
  readLatestEntryTime,
  readOverdueDeliveries,
} from "../store/database/system-health.ts";
import type { Sql } from "../store/database/sql.ts";
import { createFinding, type Finding } from "./finding.ts";

const hourMs = 3_600_000;
/**
 * Tolerance in ms for clock differences between nodes, or between a machine and its time server.
 */
const clockToleranceMs = 60_000;

/**
 * Time in ms before the expiry of an API key from which it causes a warning, so that its owner has
 * time to replace it.
 */
const keyWarningMs = 14 * 24 * hourMs;

/**
 * Checks stored data: steps of the schema that still change rows (CORE-281), deliveries that wait
 * for more than 1 h, API keys that expire soon, and journal entries in the future. Such entries
 * mean that the clock was set back.
 */
export async function checkStoredData(sql: Sql, now: number): Promise<readonly Finding[]> {
  const latest = await readLatestEntryTime(sql);
  const keys = await readExpiringKeys(sql, now, keyWarningMs);
  const { count, oldestAt } = await readOverdueDeliveries(sql, now - hourMs);
  const backfills = await listBackfills(sql);
  return [
    ...backfills.map(({ step, rows, total }) =>
      createFinding("database_backfill", { step, rows, total: total ?? "?" }),
    ),
    ...(latest !== null && latest > now + clockToleranceMs
      ? [createFinding("clock_ahead", { seconds: Math.round((latest - now) / 1_000) })]
      : []),
    oldestAt === null
      ? createFinding("deliveries_good")
      : createFinding("deliveries_wait", { count, oldest_at: new Date(oldestAt).toISOString() }),
    keys.firstAt === null
      ? createFinding("keys_good")
      : createFinding("keys_ending", {
          count: keys.count,
          first_at: new Date(keys.firstAt).toISOString(),
        }),
  ];
}
