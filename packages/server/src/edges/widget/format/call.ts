import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { WidgetCall } from "@parlour/protocol/widget";
import { toCallResult } from "../../../core/call/transitions.ts";
import type { Call } from "../../../core/entity.ts";

/** Converts a call for its visitor. A failed one always has a `reason` (CORE-103). */
export function serializeCall(call: Call): WidgetCall {
  const result = toCallResult(call);
  return {
    id: call.id,
    phone: call.phone,
    status: call.status,
    reason: result?.result === "fail" ? result.reason : null,
    ...omitAbsent({ due_at: call.due_at }),
  };
}
