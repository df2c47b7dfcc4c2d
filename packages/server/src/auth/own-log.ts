import type { AuditAction } from "@parlour/protocol/api";
import type { Clock } from "../core/ports.ts";
import { insertAudit } from "../store/sessions.ts";
import type { Db, Sql } from "../store/sql.ts";
import type { Principal } from "./principal.ts";
import type { Origin } from "./start-session.ts";

/** Audit entries of an operator's changes to their own account (API-072). */
export interface OwnLog {
  readonly audit: (tx: Sql, action: AuditAction, principal: Principal, from: Origin, result?: "ok" | "refused") => Promise<void>;
  /** Runs a change and writes its audit entry in one transaction. */
  readonly noted: <R>(action: AuditAction, principal: Principal, from: Origin, change: (tx: Sql) => Promise<R>) => Promise<R>;
}

export function openOwnLog({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> }): OwnLog {
  const audit: OwnLog["audit"] = (tx, action, principal, from, result = "ok") =>
    insertAudit(tx, {
      accountId: principal.accountId,
      at: clock.now(),
      actorKind: "operator",
      actorId: principal.operatorId,
      action,
      target: `operator ${principal.operatorId}`,
      address: from.address,
      requestId: from.requestId,
      result,
    });
  return {
    audit,
    noted: (action, principal, from, change) =>
      db.transaction(async (tx) => {
        const result = await change(tx);
        await audit(tx, action, principal, from);
        return result;
      }),
  };
}
