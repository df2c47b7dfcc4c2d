import type { Outcome } from "../../core/entity.ts";

/** Code and text of an outcome, for operators and the delivery log. */
export interface OutcomeText {
  readonly code: string;
  readonly message: string;
}

/** The meaning of a response. */
export interface AttemptOutcome {
  readonly outcome: Outcome;
  /** `unavailable`: retried like `again`, but the series ends only at its end time (CH-084). */
  readonly means: "delivered" | "final" | "again" | "unavailable";
  /**
   * Retry immediately. It uses one attempt, and the remaining attempts keep their times (BOT-034).
   */
  readonly earlier?: true;
  /**
   * Minimum delay of the next attempt in milliseconds (`Retry-After`, WH-061). Used by `backoff`,
   * at most 24 h.
   */
  readonly notBeforeMs?: number;
  /** Success without explicit confirmation (CH-080). */
  readonly unconfirmed: boolean;
  /** Complete error for the delivery log. */
  readonly error: OutcomeText | null;
  /** Text for the operator while attempts continue, or null for none (CH-083). */
  readonly shownNow: OutcomeText | null;
  /** Text for the operator at the end. Null uses the standard text of the outcome. */
  readonly shownAtEnd: OutcomeText | null;
}
