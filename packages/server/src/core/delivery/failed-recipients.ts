import type { FailedRecipient } from "../entity.ts";

/** A recipient whom an email did not reach, and whether it is sent to them again. */
type RecipientFailure = Pick<FailedRecipient, "code" | "message" | "state">;
/** The recipients whom an email did not reach, by address in lower case (MAIL-142). */
export type FailedRecipients = Readonly<Record<string, RecipientFailure>>;

type Stored = FailedRecipients | null;

/**
 * Returns the series of attempts: 0 for the first, and a greater number after each "Send again".
 * The place in the lane changes only then, so repeats after an interruption keep the series.
 */
export const getSeries = (delivery: {
  readonly position: number;
  readonly lanePosition: number;
}): number => (delivery.lanePosition > delivery.position ? delivery.lanePosition : 0);

/** Returns the addresses to which the email is sent again. Empty: it goes to all recipients. */
export const listSending = (failures: Stored): readonly string[] =>
  Object.keys(selectByState(failures, "sending"));

/** Returns whether the email did not reach somebody, and is not sent to them again. */
export const hasUnsentRecipients = (failures: Stored): boolean =>
  Object.keys(selectByState(failures, "failed")).length > 0;

/** Returns the changes when an operator sends the email again to those who failed. */
export const beginResend = (failures: Stored): FailedRecipients =>
  changeEach(selectByState(failures, "failed"), { state: "sending" });

/** Returns the changes when sending again has ended, with the error if it failed. */
export function endResend(
  failures: Stored,
  error: { readonly code: string; readonly message: string } | null,
): FailedRecipients {
  return changeEach(
    selectByState(failures, "sending"),
    error === null ? { state: "sent" } : { ...error, state: "failed" },
  );
}

/** Returns the field of the API, or nothing if no recipient failed. */
export function serializeFailedRecipients(failures: Stored): {
  readonly failed_recipients?: FailedRecipient[];
} {
  const entries = Object.entries(failures ?? {});
  if (entries.length === 0) return {};
  return {
    failed_recipients: entries.map(([address, { code, message, state }]) => ({
      address,
      code,
      message,
      state,
    })),
  };
}

function selectByState(failures: Stored, state: RecipientFailure["state"]): FailedRecipients {
  return Object.fromEntries(
    Object.entries(failures ?? {}).filter(([, failure]) => failure.state === state),
  );
}

function changeEach(
  failures: FailedRecipients,
  change: Partial<RecipientFailure>,
): FailedRecipients {
  return Object.fromEntries(
    Object.entries(failures).map(([address, failure]) => [address, { ...failure, ...change }]),
  );
}
