import type { WidgetCall } from "@parlour/protocol/widget";
import { callResult } from "../../../core/call/moves.ts";
import type { Call } from "../../../core/entity.ts";

/** A call as its visitor sees it; `reason`: why it failed, also of one that ended before he was on the line (CORE-103). */
export function widgetCall(call: Call): WidgetCall {
  const result = callResult(call);
  return {
    id: call.id,
    phone: call.phone,
    status: call.status,
    reason: result?.result === "fail" ? result.reason : null,
    ...(call.due_at === undefined ? {} : { due_at: call.due_at }),
  };
}
