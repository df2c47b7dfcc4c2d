import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import type { Outcome } from "../core/entity.ts";

/** Thrown only inside `model`. */
export class ModelFault extends Error {
  readonly reason: ModelFailureReason;
  /** Time in ms after which the server wants the next request. */
  readonly retryAfterMs: number | null;
  /** Outcome of the attempt in the delivery log, if it is more exact than the reason. */
  readonly outcome: Outcome;
  constructor(
    reason: ModelFailureReason,
    message: string,
    { outcome = outcomes[reason], retryAfterMs = null }: FaultDetails = {},
  ) {
    super(message);
    this.reason = reason;
    this.outcome = outcome;
    this.retryAfterMs = retryAfterMs;
  }
}
interface FaultDetails {
  readonly outcome?: Outcome;
  readonly retryAfterMs?: number | null;
}
const outcomes: Readonly<Record<ModelFailureReason, Outcome>> = {
  not_set_up: "withdrawn",
  over_budget: "withdrawn",
  cancelled: "interrupted",
  timeout: "timeout",
  rate_limited: "http_error",
  refused: "refused",
  unreachable: "connect_failed",
  cut: "bad_reply",
  empty: "bad_reply",
  wrong_form: "bad_reply",
  too_long: "reply_too_large",
};
