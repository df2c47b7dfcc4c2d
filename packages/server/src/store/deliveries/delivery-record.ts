import type { ModelUse } from "@parlour/protocol";
import type { ResponseUsage, Delivery, DeliveryState, Outcome } from "../../core/entity.ts";

/** One HTTP attempt of the delivery log (CH-088). Request and reply are null after retention. */
export interface AttemptRecord {
  readonly n: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  readonly reply: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  /** Fields of the response that were used. Stored in the reply, and removed with it. */
  readonly used: ResponseUsage | null;
  readonly model?: ModelUse;
}
/** Filter of deliveries. All given fields must match (API-050). */
export interface DeliveryFilter extends DeliveryTotalsFilter {
  readonly chatId?: number | undefined;
  /** Selects the deliveries of one message of the chat. */
  readonly seq?: number | undefined;
  /** `retrying`: pending after a failure. `not_usable`: delivered with an unusable response. */
  readonly state?: DeliveryState | "retrying" | "not_usable" | undefined;
  /** Selects deliveries created at or after `since`, and before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Id of a chat or of a delivery, for a search field that accepts both. */
  readonly either?: number | undefined;
  readonly limit: number;
  readonly after?: DeliveryCursor | undefined;
}
/** Filter of the totals of deliveries (API-151). */
export interface DeliveryTotalsFilter {
  readonly endpointId?: number | undefined;
  readonly kind?: Delivery["endpoint"]["kind"] | undefined;
  readonly event?: string | undefined;
}
/** Figures of 24 hours (API-151), of the newest `totalsLimits.deliveries` at most. */
export interface DeliveryTotals {
  readonly since: string;
  readonly events: number;
  /** True if only the newest deliveries were counted. */
  readonly is_capped: boolean;
  /** Number of events in the previous 24 hours, or null if there are too many to count. */
  readonly events_before: number | null;
  readonly delivered: number;
  readonly failed: number;
  readonly dead: number;
  readonly not_usable: number;
  /** Deliveries that are pending now, whatever their age. */
  readonly queued: {
    readonly count: number;
    readonly is_capped: boolean;
    readonly oldest_at: string | null;
    readonly endpoint_id: number | null;
  };
  /** Durations of the last attempts of the newest deliveries, or null if there are none. */
  readonly took: {
    readonly attempts: number;
    readonly median_ms: number;
    readonly p95_ms: number;
  } | null;
}
/** Failed deliveries of an endpoint: `since` ≤ time < `until`, in ms since 1970. */
export interface FailedDeliveriesFilter {
  readonly account: number;
  readonly endpointId: number;
  readonly since: number;
  readonly until: number;
  /** Restricts the selection to deliveries with these ids. */
  readonly ids?: readonly number[] | undefined;
}
/** Cursor of the delivery list: journal position of the event, and the endpoint. */
export interface DeliveryCursor {
  readonly position: number;
  readonly endpointId: number;
}
