import type { CallWithVisitor } from "@parlour/protocol/api";
import { findCall, type CallRecord } from "../../store/chats/call.ts";
import { type Principal, maskCall, maskFor, maskVisitor } from "../../auth/index.ts";
import { requireFound } from "../kit/ids.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Returns a call that the principal can see. Throws Refusal `not_found` otherwise. */
export async function requireVisibleCall(
  deps: RouteDeps,
  principal: Principal,
  id: number,
): Promise<CallRecord> {
  return requireFound(
    await findCall(deps.reader, principal.accountId, getChatVisibility(principal), id),
    "call",
  );
}

/** Serializes a call as the role of the principal may see it. */
export function serializeCall(
  principal: Principal,
  { call, visitor, channel }: CallRecord,
): CallWithVisitor {
  return {
    ...maskFor(principal, maskCall, call),
    visitor: maskFor(principal, maskVisitor, visitor),
    channel,
  };
}
