import type { Delivery, DeliveryState, Outcome } from "../entity.ts";

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
}
/** Which deliveries; every field narrows it further (API-050). */
export interface DeliveryFilter {
  readonly chatId?: number;
  /** Of one message of the chat: what it owed to the channel, the bot and the webhooks. */
  readonly seq?: number;
  readonly endpointId?: number;
  readonly kind?: Delivery["endpoint"]["kind"];
  readonly event?: string;
  /** `retrying`: pending after an attempt that failed. */
  readonly state?: DeliveryState | "retrying";
  /** Made at or after, and before. */
  readonly since?: Date;
  readonly until?: Date;
  /** Id of a chat or of a delivery. */
  readonly either?: number;
  readonly limit: number;
  readonly after?: DeliveryPlace;
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
