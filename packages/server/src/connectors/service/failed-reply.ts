import type { EgressReply } from "../../egress/index.ts";
import type { Outcome } from "../../core/entity.ts";

/** Returns the result of a request that was not sent, for example because its file is lost. */
export const createFailedReply = (
  outcome: Outcome,
  message: string,
  durationMs = 0,
): EgressReply => ({ kind: "failed", outcome, message, status: null, durationMs });
