import type { AuditExportQuery } from "@parlour/protocol/api";
import { type AuditEntry } from "@parlour/protocol/api";
import type { AuditFilter, AuditRecord } from "../../store/sign-in/audit.ts";
import type { Principal } from "../../auth/index.ts";
import { cleanText } from "../../core/text.ts";
import { refuse } from "../../core/failure.ts";
import { parseTime } from "../../settings/texts.ts";
import { parseId } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";

export interface AuditDeps extends RouteDeps, ZipDeps {}

/** Returns the account, or 0 for entries without one, of the installation owner. */
export function getChain(
  principal: Principal,
  { scope = "account" }: { readonly scope?: "account" | "installation" },
): number {
  if (scope === "account") return principal.accountId;
  return principal.instanceOwner
    ? 0
    : refuse("forbidden", "Only the owner of the installation sees what belongs to no account.");
}
export function toFilter({
  since,
  until,
  action,
  operator,
  result,
  q = "",
}: AuditExportQuery): AuditFilter {
  const searchText = cleanText(q).trim();
  return {
    since: since === undefined ? undefined : parseTime(since, "since").getTime(),
    until: until === undefined ? undefined : parseTime(until, "until").getTime(),
    action,
    operator: operator === undefined ? undefined : parseId(operator, "operator"),
    result,
    q: searchText || undefined,
  };
}
export function serializeEntry({
  actorKind,
  actorId,
  actorName,
  requestId,
  changes,
  ...row
}: AuditRecord): AuditEntry {
  return {
    ...row,
    actor: { kind: actorKind, id: actorId, name: actorName },
    request_id: requestId,
    changes: changes.map((change) => ({ ...change })),
  };
}
