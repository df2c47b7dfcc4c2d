import type { AuditAction } from "@parlour/protocol/api";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

export interface AuditEntry {
  readonly accountId: number | null;
  readonly at: number;
  readonly actorKind: "operator" | "key" | "anonymous" | "command";
  readonly actorId: number | null;
  readonly action: AuditAction;
  readonly target: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly result: "ok" | "refused";
}
export async function insertAudit(sql: Sql, entry: AuditEntry): Promise<void> {
  await sql.query(
    `insert into audit (account_id, at, actor_kind, actor_id, action, target, address, request_id, result)
     values ($1, ${fromMilliseconds("$2")}, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.accountId,
      entry.at,
      entry.actorKind,
      entry.actorId,
      entry.action,
      entry.target,
      entry.address,
      entry.requestId,
      entry.result,
    ],
  );
}
