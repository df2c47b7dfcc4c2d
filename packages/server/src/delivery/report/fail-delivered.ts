import { getSeries, type FailedRecipients } from "../../core/delivery/failed-recipients.ts";
import { refuse } from "../../core/failure.ts";
import {
  deliveryColumns,
  toDeliveryRow,
  type DeliveryColumns,
  type DeliveryRow,
} from "../../store/deliveries/delivery-row.ts";
import { withoutAttempt, type DeliveryWriter } from "./change-deliveries.ts";
import type { DeliveryTransition } from "../../journal/index.ts";

/** A message that its service did not deliver after it had accepted it, such as a bounced mail. */
export interface LateFailure {
  readonly chatId: number;
  /** Number of the message in its chat. */
  readonly seq: number;
  /** Code and text of the service. Operators see the text, cut at 300 characters (CH-083). */
  readonly code: string;
  readonly message: string;
  /** The recipients that the service names, if the message has several. */
  readonly recipients?: FailedRecipients | undefined;
  /** The series of attempts that failed. Absent: the latest one. */
  readonly series?: number;
}

/**
 * Turns the delivered message into a failed one (CORE-289), or adds recipients to a failed one
 * (MAIL-142). Returns false and writes nothing if the message has no delivery to its channel, if it
 * did not arrive anyway, or if what failed was sent again since. Throws Refusal
 * `temporarily_unavailable` if the message is still being sent: the service's report came before
 * the result of the attempt was stored, and must be repeated.
 */
export async function failDelivered(
  { query, submit, clock }: DeliveryWriter,
  account: number,
  failure: LateFailure,
): Promise<boolean> {
  for (let n = 0; n < 3; n++) {
    const [record] = await query<DeliveryColumns>(
      `select ${deliveryColumns} from journal j join delivery d on d.account_id = j.account_id and d.position = j.position
       join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'channel'
       where j.account_id = $1 and j.chat_id = $2 and j.seq = $3`,
      [account, failure.chatId, failure.seq],
    );
    if (record === undefined) return false;
    const row = toDeliveryRow(record);
    const isEarlier = (failure.series ?? getSeries(row)) < getSeries(row);
    if (row.state === "pending" && !isEarlier) break;
    const change = createLateChange(row, failure, isEarlier);
    if (change === null) return false;
    const [result] = await submit([{ row, transition: { ...change, now: clock.now() } }]);
    if (result?.entity) return true;
  }
  refuse("temporarily_unavailable", "The message is still being sent. Try again.", {
    retryAfterMs: 1_000,
  });
}

/** If the service names nobody, all to whom the message was sent again last count as failed. */
function named(recipients: FailedRecipients, known: FailedRecipients): FailedRecipients {
  if (Object.keys(recipients).length > 0) return recipients;
  const sent = Object.entries(known).filter(([, { state }]) => state === "sent");
  return Object.fromEntries(
    sent.map(([address, failure]) => [address, { ...failure, state: "failed" as const }]),
  );
}

/** Returns the new values of the delivery, or null if the failure adds nothing. */
function createLateChange(
  row: DeliveryRow,
  { code, message, recipients = {} }: LateFailure,
  isEarlier: boolean,
): Omit<DeliveryTransition, "now"> | null {
  const { state, attempts, totalAttempts, anchorAt } = row;
  const known = row.failedRecipients ?? {};
  const failedRecipients = Object.fromEntries(
    Object.entries(isEarlier ? recipients : named(recipients, known)).filter(([address]) => {
      const before = known[address]?.state;
      // A late report about an earlier email says nothing about the one that was sent again.
      return before === undefined || (before !== "failed" && !isEarlier);
    }),
  );
  const hasNews = Object.keys(failedRecipients).length > 0;
  const common = {
    ...withoutAttempt,
    mode: "late" as const,
    attempts,
    totalAttempts,
    anchorAt,
  };
  if (state === "pending")
    // The email is sent to others again, which continues.
    return hasNews
      ? {
          ...common,
          state,
          outcome: row.outcome,
          code: row.errorCode,
          message: row.errorMessage,
          unconfirmed: row.unconfirmed,
          next: row.nextAt,
          failedRecipients,
        }
      : null;
  const isFirst = state === "delivered" && !isEarlier;
  const adds =
    hasNews && (state === "delivered" || (state === "failed" && row.outcome !== "withdrawn"));
  if (!isFirst && !adds) return null;
  return {
    ...common,
    state: "failed",
    outcome: "refused",
    code,
    message,
    failedRecipients: hasNews ? failedRecipients : undefined,
  };
}
