import type { AttemptRow } from "../queue/index.ts";
import type { Outcome } from "../core/entity.ts";
import type { ErrorText, Verdict } from "./outbound.ts";
import type { Sent } from "./request.ts";

/**
 * Result of a request without a delivery: a test of an endpoint (CH-113, BOT-087, WH-070). Bodies
 * are truncated as in the delivery log.
 */
export interface Tried {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: ErrorText | null;
  /** Null if nothing was sent. */
  readonly request: AttemptRow["request"];
  readonly reply: AttemptRow["reply"];
}

/** Combines a response and its meaning into a test result. */
export function triedOf({ reply, request, answer }: Sent, { outcome, error }: Pick<Verdict, "outcome" | "error">): Tried {
  return { outcome, status: reply.status, durationMs: reply.durationMs, error, request, reply: answer };
}
