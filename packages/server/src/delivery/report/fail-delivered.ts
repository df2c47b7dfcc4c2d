import { refuse } from "../../core/failure.ts";
import {
  deliveryColumns,
  toDeliveryRow,
  type DeliveryColumns,
} from "../../store/deliveries/delivery-row.ts";
import { withoutAttempt, type DeliveryWriter } from "./change-deliveries.ts";

/** A message that its service did not deliver after it had accepted it, such as a bounced mail. */
export interface LateFailure {
  readonly chatId: number;
  /** Number of the message in its chat. */
  readonly seq: number;
  /** Code and text of the service. Operators see the text, cut at 300 characters (CH-083). */
  readonly code: string;
  readonly message: string;
}

/**
 * Turns the delivered message into a failed one (CORE-289). Returns false and writes nothing if the
 * message has no delivery to its channel, or did not arrive anyway. Throws Refusal
 * `temporarily_unavailable` if the message is still being sent: the service's report came before
 * the result of the attempt was stored, and must be repeated.
 */
export async function failDelivered(
  { query, submit, clock }: DeliveryWriter,
  account: number,
  { chatId, seq, code, message }: LateFailure,
): Promise<boolean> {
  for (let n = 0; n < 3; n++) {
    const [record] = await query<DeliveryColumns>(
      `select ${deliveryColumns} from journal j join delivery d on d.account_id = j.account_id and d.position = j.position
       join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'channel'
       where j.account_id = $1 and j.chat_id = $2 and j.seq = $3`,
      [account, chatId, seq],
    );
    if (record === undefined) return false;
    const row = toDeliveryRow(record);
    if (row.state === "pending") break;
    if (row.state !== "delivered") return false;
    const [result] = await submit([row], ({ attempts, tries, anchorAt: anchor }) => ({
      ...withoutAttempt,
      mode: "late",
      state: "failed",
      attempts,
      tries,
      anchor,
      outcome: "refused",
      code,
      message,
      now: clock.now(),
    }));
    if (result?.entity) return true;
  }
  refuse("temporarily_unavailable", "The message is still being sent. Try again.", {
    retryAfterMs: 1_000,
  });
}
