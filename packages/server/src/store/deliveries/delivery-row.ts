import type { FailedRecipients } from "../../core/delivery/failed-recipients.ts";
import type { ResponseUsage, DeliveryState, Outcome } from "../../core/entity.ts";

/** A row of `delivery`. Times are in milliseconds since 1970. */
export interface DeliveryRow {
  readonly account: number;
  /** Position of the journal entry that is delivered. */
  readonly position: number;
  readonly endpointId: number;
  readonly id: number;
  readonly orderKey: number;
  readonly lanePosition: number;
  /** Name of the outbound event in the delivery log. */
  readonly event: string;
  readonly chatId: number | null;
  readonly seq: number | null;
  readonly state: DeliveryState;
  /** Finished attempts since the last resend, and in all (`totalAttempts`). */
  readonly attempts: number;
  readonly totalAttempts: number;
  /** Start from which the current attempts are timed, or null before the first one. */
  readonly anchorAt: number | null;
  readonly outcome: Outcome | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly unconfirmed: boolean;
  readonly failedRecipients: FailedRecipients | null;
  readonly nextAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A finished attempt. Its number is assigned when it is written. */
export interface AttemptRow {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  /** `used`: fields of the response that were applied (WH-082). */
  readonly reply: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly used?: ResponseUsage;
  } | null;
}

/** The select list that `toDeliveryRow` reads. `d` is the alias of `delivery`. */
export const deliveryColumns = `d.account_id, d.position, d.endpoint_id, d.id, d.order_key, d.lane_place as lane_position, d.event, d.chat_id, d.seq, d.state,
  d.attempts, d.tries as total_attempts, (extract(epoch from d.anchor_at) * 1000)::float8 as anchor_at, d.outcome, d.error_code, d.error_message, d.unconfirmed, d.failed_recipients,
  (extract(epoch from d.next_at) * 1000)::float8 as next_at, (extract(epoch from d.created_at) * 1000)::float8 as created_at,
  (extract(epoch from d.updated_at) * 1000)::float8 as updated_at`;

/** A row with these columns, read on a connection that converts int8 to numbers. */
export interface DeliveryColumns {
  account_id: number;
  position: number;
  endpoint_id: number;
  id: number;
  order_key: number;
  lane_position: number;
  event: string;
  chat_id: number | null;
  seq: number | null;
  state: DeliveryState;
  attempts: number;
  total_attempts: number;
  anchor_at: number | null;
  outcome: Outcome | null;
  error_code: string | null;
  error_message: string | null;
  unconfirmed: boolean;
  failed_recipients: FailedRecipients | null;
  next_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Converts a selected row to a delivery row. */
export function toDeliveryRow(row: DeliveryColumns): DeliveryRow {
  return {
    account: row.account_id,
    position: row.position,
    endpointId: row.endpoint_id,
    id: row.id,
    orderKey: row.order_key,
    lanePosition: row.lane_position,
    event: row.event,
    chatId: row.chat_id,
    seq: row.seq,
    state: row.state,
    attempts: row.attempts,
    totalAttempts: row.total_attempts,
    anchorAt: roundTime(row.anchor_at),
    outcome: row.outcome,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    unconfirmed: row.unconfirmed,
    failedRecipients: row.failed_recipients,
    nextAt: roundTime(row.next_at),
    createdAt: Math.round(row.created_at),
    updatedAt: Math.round(row.updated_at),
  };
}
function roundTime(time: number | null): number | null {
  return time === null ? null : Math.round(time);
}

/** The result of a claim, which ends with it: the lane becomes free, its token is raised. */
export interface AttemptReport {
  readonly account: number;
  readonly endpointId: number;
  readonly orderKey: number;
  readonly token: number;
  readonly delivery: DeliveryRow;
  /** null: no request. `next` ends the delivery (CH-084) or pauses the lane (BOT-071). */
  readonly attempt: AttemptRow | null;
  /** The delivery after the attempt. `alone`: in a lane of its own (WH-064). */
  readonly next: {
    readonly state: DeliveryState;
    readonly dueAt: number | null;
    readonly anchorAt: number | null;
    readonly alone?: true;
    /** Whether the attempt is repeated and does not count for the schedule. */
    readonly isRepeated?: true;
  };
  /** Outcome of the delivery. Absent if it is the outcome of the attempt. */
  readonly outcome?: Outcome | undefined;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly unconfirmed: boolean;
  /** Recipients whom the server refused while it accepted the email for others. */
  readonly failedRecipients?: FailedRecipients | undefined;
  /**
   * Maximum number of deliveries that the node can claim next in the lane, if no other lane of the
   * endpoint waits. Absent: none.
   */
  readonly claimCount?: number;
  /** Whether the claim continues with the next delivery of its run. Absent: it ends. */
  readonly isPartial?: true;
  /** Results of the deliveries before this one in its run that are written together with it. */
  readonly earlier?: readonly AttemptReport[];
}

/**
 * Cancels all pending deliveries of an endpoint that was deleted (CH-111) or switched off (WH-066).
 * Resolves with the number of cancelled deliveries. Safe to run twice.
 */
export type CancelPending = (
  account: number,
  endpointId: number,
  end: { readonly state: DeliveryState; readonly outcome: Outcome },
) => Promise<number>;
