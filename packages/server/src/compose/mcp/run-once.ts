import {
  runIdempotent,
  runInTurn,
  type ChangeSettingsDeps,
} from "../../api/kit/change-settings.ts";
import type { CallToolDeps, ToolChange } from "../../edges/mcp/call-tool.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import type { Sql } from "../../store/database/sql.ts";

/**
 * Creates the function that makes a change of a tool once per key (MCP-030). The result and the
 * audit entry are stored in one transaction after the change.
 */
export function createRunOnce(deps: ChangeSettingsDeps): CallToolDeps["runOnce"] {
  return (change, run) =>
    runInTurn(change.principal, change.key, () =>
      runIdempotent(deps, change, run, (tx) => insertCall(tx, change, deps.clock.now())),
    );
}

/** Adds the call of a tool to the audit log (MCP-031). */
function insertCall(
  tx: Sql,
  { principal, target, address, requestId }: ToolChange,
  now: number,
): Promise<void> {
  const { credential, operatorId, accountId } = principal;
  return insertAudit(tx, {
    accountId,
    at: now,
    ...(credential.kind === "key"
      ? { actorKind: "key", actorId: credential.id }
      : { actorKind: "operator", actorId: operatorId }),
    action: "mcp.call",
    target:
      credential.kind === "grant" ? `${target}, by application ${credential.application}` : target,
    address,
    requestId,
    result: "ok",
  });
}
