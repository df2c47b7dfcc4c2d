import { listAuditChains, verifyAudit } from "../store/queries/audit.ts";
import type { Sql } from "../store/sql.ts";
import { finding, type Finding } from "./finding.ts";

/** Verifies the hash chains of the audit logs of all accounts (API-072). */
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
