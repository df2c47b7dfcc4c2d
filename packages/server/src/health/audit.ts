import { listAuditChains, verifyAudit } from "../store/sign-in/audit-verification.ts";
import type { Sql } from "../store/database/sql.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Verifies the hash chains of the audit logs of all accounts (API-352). */
export async function checkAuditLog(sql: Sql): Promise<Finding> {
  let count = 0;
  for (const chain of await listAuditChains(sql)) {
    const result = await verifyAudit(sql, chain);
    count += result.count;
    if (result.brokenAt !== null)
      return chain === 0
        ? createFinding("audit_broken_installation", { n: result.brokenAt })
        : createFinding("audit_broken", { n: result.brokenAt, account: chain });
  }
  return createFinding("audit_good", { count });
}
