import { latestEntryAt, overdueDeliveries } from "../../store/queries/operation.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { askDatabase } from "./with-database.ts";

const hourMs = 3_600_000;
/** Two nodes, or a machine and its time server, are never further apart than this. */
const noiseMs = 60_000;

/** Deliveries that wait for more than an hour, and entries of a time to come: the clock went back since. */
export function work(around: Surroundings): Promise<Finding[]> {
  return askDatabase(around, async (tx) => {
    const now = around.clock.now();
    const found: Finding[] = [];
    const latest = await latestEntryAt(tx);
    if (latest !== null && latest > now + noiseMs)
      found.push({
        check: "clock",
        state: "warning",
        message: `the latest entry was written ${Math.round((latest - now) / 1_000)} s from now: the clock of this machine went back`,
        advice: "synchronise it by NTP; order and numbers of messages do not depend on it, times shown do",
      });
    const { count, oldestAt } = await overdueDeliveries(tx, now - hourMs);
    found.push(
      oldestAt === null
        ? { check: "deliveries", state: "good", message: "none waits for more than an hour" }
        : {
            check: "deliveries",
            state: "warning",
            message: `${count} wait for more than an hour, the oldest since ${new Date(oldestAt).toISOString()}`,
            advice: "Integrations → Deliveries says which endpoint does not answer, and why",
          },
    );
    return found;
  });
}
