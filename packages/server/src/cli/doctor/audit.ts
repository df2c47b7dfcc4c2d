import { resolve } from "node:path";
import { findRunning } from "../../embedded/index.ts";
import { listAuditChains, verifyAudit } from "../../store/queries/audit.ts";
import { openShortPool } from "../../store/short-pool.ts";
import { openDb } from "../../store/sql.ts";
import { dataDirOf } from "../database.ts";
import type { Finding, Surroundings } from "./finding.ts";

/** Works the hashes of the audit log out again (API-072), where the database is there and has one. */
export async function audit({ config, clock, log }: Surroundings): Promise<Finding[]> {
  const url = config.databaseUrl ?? findRunning(resolve(dataDirOf(config)), clock)?.url ?? null;
  if (url === null) return [];
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour doctor" });
  try {
    return await openDb(pool).transaction(async (tx) => {
      const known = await tx.query<{ there: boolean }>(
        "select to_regclass('audit_head') is not null and has_table_privilege('audit_head', 'select') as there",
      );
      if (known[0]?.there !== true) return [{ check: "audit", state: "good", message: "no entries yet" }];
      let count = 0;
      for (const chain of await listAuditChains(tx)) {
        const verdict = await verifyAudit(tx, chain);
        count += verdict.count;
        if (verdict.brokenAt !== null) return [broken(chain, verdict.brokenAt)];
      }
      return [{ check: "audit", state: "good", message: `${count} entries, every hash fits` }];
    });
  } catch (error) {
    // Why a database does not answer is the business of the check before.
    log.debug({ err: error }, "doctor.audit");
    return [];
  } finally {
    await pool.end();
  }
}

const broken = (chain: number, n: number): Finding => ({
  check: "audit",
  state: "fault",
  message: `entry ${n} of ${chain === 0 ? "the installation" : `account ${chain}`} was changed, or one before it is missing`,
  advice: "Somebody wrote to the database past Parlour, or a disk lost data: compare with a backup, and see who may reach the database.",
});
