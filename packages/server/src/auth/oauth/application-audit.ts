import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { RequestOrigin } from "../session/create-session.ts";

/** Adds a change of an application's access to the audit log, as done by its operator (MCP-070). */
export function insertApplicationAudit(
  tx: Sql,
  { accountId, operatorId }: { readonly accountId: number; readonly operatorId: number },
  entry: {
    readonly action: "application.connect" | "application.disconnect";
    readonly target: string;
    readonly origin: RequestOrigin;
    readonly now: number;
  },
): Promise<void> {
  return insertAudit(tx, {
    accountId,
    at: entry.now,
    actorKind: "operator",
    actorId: operatorId,
    action: entry.action,
    target: entry.target,
    address: entry.origin.address,
    requestId: entry.origin.requestId,
    result: "ok",
  });
}
