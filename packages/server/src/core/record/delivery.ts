import type { AnswerUse, Delivery, DeliveryState, Outcome } from "../entity.ts";

/** One HTTP try as the ledger keeps it (CH-088); request and reply become null after retention. */
export interface AttemptRecord {
  readonly n: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
  /** Kept inside the reply, so that it goes with it. */
  readonly used: AnswerUse | null;
}
/** Which deliveries; every field narrows it further (API-050). */
export interface DeliveryFilter {
  readonly chatId?: number;
  /** Of one message of the chat: what it owed to the channel, the bot and the webhooks. */
  readonly seq?: number;
  readonly endpointId?: number;
  readonly kind?: Delivery["endpoint"]["kind"];
  readonly event?: string;
  /** `retrying`: pending after an attempt that failed. `not_usable`: delivered with an answer that Parlour could not use. */
  readonly state?: DeliveryState | "retrying" | "not_usable";
  /** Made at or after, and before. */
  readonly since?: Date;
  readonly until?: Date;
  /** Id of a chat or of a delivery. */
  readonly either?: number;
  readonly limit: number;
  readonly after?: DeliveryPlace;
}
/** Which deliveries the totals count (API-151). */
export type TotalsFilter = Pick<DeliveryFilter, "endpointId" | "kind" | "event">;
/** Figures of the last 24 hours (API-151); of an account with more than `totalsMost` deliveries in them those of the newest. */
export interface DeliveryTotals {
  readonly since: string;
  readonly events: number;
  /** There are more than were counted. */
  readonly is_capped: boolean;
  /** Of the 24 hours before; null: too many to compare. */
  readonly events_before: number | null;
  readonly delivered: number;
  readonly failed: number;
  readonly dead: number;
  readonly not_usable: number;
  /** Pending now, whenever they were made. */
  readonly queued: {
    readonly count: number;
    readonly is_capped: boolean;
    readonly oldest_at: string | null;
    readonly endpoint_id: number | null;
  };
  /** Last attempts of the newest deliveries; null: there were none. */
  readonly took: { readonly attempts: number; readonly median_ms: number; readonly p95_ms: number } | null;
}
/** Deliveries of an endpoint that ended without success, by the time of their event: `since` ≤ time < `until`, milliseconds since 1970. */
export interface EndedDeliveries {
  readonly account: number;
  readonly endpointId: number;
  readonly since: number;
  readonly until: number;
  /** Only these. */
  readonly ids?: readonly number[];
}
/** Place of a delivery in the list: the journal position it is owed for and its endpoint. */
export interface DeliveryPlace {
  readonly position: number;
  readonly endpointId: number;
}
