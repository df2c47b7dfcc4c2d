import type { AuditPage, AuditRecord, AuditCheckResult } from "../../store/sign-in/audit-record.ts";

/** Chains: an account's id; 0: what belongs to no account. */
export interface AuditStore {
  list(chain: number, filter: AuditPage): Promise<readonly AuditRecord[]>;
  actions(chain: number): Promise<readonly string[]>;
  verify(chain: number): Promise<AuditCheckResult>;
}
