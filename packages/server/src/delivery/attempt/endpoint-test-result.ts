import type { AttemptRow } from "../queue/index.ts";
import type { Outcome } from "../../core/entity.ts";
import type { AttemptOutcome, OutcomeText } from "./attempt-outcome.ts";
import type { SendResult } from "./delivery-driver.ts";

/** Result of a request without a delivery, such as a test (CH-113, BOT-087, WH-070). */
export interface EndpointTestResult {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: OutcomeText | null;
  /** null if nothing was sent. */
  readonly request: AttemptRow["request"];
  readonly reply: AttemptRow["reply"];
}

/** Combines a response and its outcome into a test result. */
export function toTestResult(
  { reply, request, answer }: SendResult,
  { outcome, error }: AttemptOutcome,
): EndpointTestResult {
  return {
    outcome,
    status: reply.status,
    durationMs: reply.durationMs,
    error,
    request,
    reply: answer,
  };
}
