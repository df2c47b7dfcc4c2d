import type { AttemptOutcome, OutcomeText } from "../../delivery/index.ts";

/** The service took the message. */
export const delivered: AttemptOutcome = { outcome: "delivered", means: "delivered", error: null };

/** The service refused the message, and a repeat cannot change that. Operators see why. */
export const refuseForGood = (error: OutcomeText): AttemptOutcome => ({
  outcome: "refused",
  means: "final",
  error,
  shownNow: error,
  shownAtEnd: error,
});

/** Sends the message again. `isShown`: operators see the error, because it can be repaired. */
export const repeatMessage = (
  outcome: AttemptOutcome["outcome"],
  error: OutcomeText,
  options: { readonly isShown?: boolean; readonly notBeforeMs?: number | undefined } = {},
): AttemptOutcome => ({
  outcome,
  means: "again",
  error,
  ...(options.isShown === true && { shownNow: error, shownAtEnd: error }),
  notBeforeMs: options.notBeforeMs,
});
