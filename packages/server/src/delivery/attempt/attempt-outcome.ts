import type { FailedRecipients } from "../../core/delivery/failed-recipients.ts";
import type { Outcome } from "../../core/entity.ts";

/** Code and text of an outcome for operators and for the delivery log. */
export interface OutcomeText {
  readonly code: string;
  readonly message: string;
}

/** What an attempt means for the schedule of its delivery. */
export interface AttemptMeaning {
  /**
   * `again`: retried. `unavailable`: retried too, but after the last attempt the delivery fails
   * only at the end time of its schedule (CH-084).
   */
  readonly means: "delivered" | "final" | "again" | "unavailable";
  /** Retries at once. This counts as an attempt, the others keep their times (BOT-034). */
  readonly earlier?: true;
  /** Minimum delay of the next attempt in ms, from `Retry-After`, at most 24 h (WH-061). */
  readonly notBeforeMs?: number | undefined;
}

/** The outcome of an attempt: what the response means for the delivery. */
export interface AttemptOutcome extends AttemptMeaning {
  readonly outcome: Outcome;
  /** True if the delivery succeeded without explicit confirmation (CH-080). */
  readonly unconfirmed?: boolean;
  /** Recipients whom the server refused while it accepted the email for others (MAIL-145). */
  readonly failedRecipients?: FailedRecipients;
  /** Complete error for the delivery log. */
  readonly error: OutcomeText | null;
  /** Text for the operator while attempts continue. Absent: no text (CH-083). */
  readonly shownNow?: OutcomeText | undefined;
  /** Text for the operator after the last attempt. Absent: the standard text of the outcome. */
  readonly shownAtEnd?: OutcomeText | undefined;
}
