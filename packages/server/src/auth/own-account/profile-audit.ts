import type { AuditAction } from "@parlour/protocol/api";
import type { Clock } from "../../core/command.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import type { Db, Sql } from "../../store/database/sql.ts";
import type { Principal } from "../principal.ts";
import type { RequestOrigin } from "../session/create-session.ts";

/** Audit entries of an operator's changes to their own account (API-072). */
export interface ProfileAudit {
  /** Writes to the audit log that a change was refused. */
  readonly auditRefusal: (
    action: AuditAction,
    principal: Principal,
    origin: RequestOrigin,
  ) => Promise<void>;
  /** Runs a change and writes its audit entry in one transaction. */
  readonly audited: <R>(
    action: AuditAction,
    principal: Principal,
    origin: RequestOrigin,
    change: (tx: Sql) => Promise<R>,
  ) => Promise<R>;
}

export function createProfileAudit({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): ProfileAudit {
  const toEntry = (action: AuditAction, principal: Principal, origin: RequestOrigin) =>
    ({
      accountId: principal.accountId,
      at: clock.now(),
      actorKind: "operator",
      actorId: principal.operatorId,
      action,
      target: `operator ${principal.operatorId}`,
      address: origin.address,
      requestId: origin.requestId,
    }) as const;
  return {
    auditRefusal: (action, principal, origin) =>
      insertAudit(db, { ...toEntry(action, principal, origin), result: "refused" }),
    audited: (action, principal, origin, change) =>
      db.transaction(async (tx) => {
        const result = await change(tx);
        await insertAudit(tx, { ...toEntry(action, principal, origin), result: "ok" });
        return result;
      }),
  };
}
