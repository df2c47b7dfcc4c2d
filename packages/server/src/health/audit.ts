import { listAuditChains, verifyAudit } from "../store/queries/audit.ts";
import type { Sql } from "../store/sql.ts";
import { finding, type Finding } from "./finding.ts";

/** Works the hashes of the audit log out again, of every account (API-072). */
export async function lookAtAudit(sql: Sql): Promise<Finding> {
  let count = 0;
  for (const chain of await listAuditChains(sql)) {
    const verdict = await verifyAudit(sql, chain);
    count += verdict.count;
    if (verdict.brokenAt !== null)
      return chain === 0
        ? finding("audit_broken_installation", { n: verdict.brokenAt })
        : finding("audit_broken", { n: verdict.brokenAt, account: chain });
  }
  return finding("audit_good", { count });
}
