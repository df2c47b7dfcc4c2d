import type { Principal } from "../../auth/index.ts";
import { findVisitor } from "../../store/visitors/visitor.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/**
 * Returns the visitor with this number, as in the path of a request. Throws `not_found` if there is
 * none, or if the principal may not see them.
 */
export async function requireVisitor(
  deps: RouteDeps,
  principal: Principal,
  number: string,
): Promise<VisitorRecord> {
  return requireFound(
    await findVisitor(
      deps.reader,
      principal.accountId,
      getChatVisibility(principal),
      parseId(number, "visitor"),
    ),
    "visitor",
  );
}
