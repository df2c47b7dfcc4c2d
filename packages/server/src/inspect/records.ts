import type { Outcome } from "../core/entity.ts";

/** Headers in Node's format. */
type RecordedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An error of a request, or a note on an accepted one. `rule`: id in docs/spec. */
interface RecordedFault {
  readonly code: string;
  readonly message: string | null;
  readonly field: string | null;
  readonly rule: string | null;
}

/** A request of an integrator and its response. */
export interface RecordedRequest {
  readonly kind: "channel" | "bot";
  /** Id of the channel or bot. */
  readonly ownerId: number;
  /** Time of the response in ms since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query. The caller must already have shortened secrets with `maskToLastFour`. */
  readonly url: string;
  readonly headers: RecordedHeaders;
  /** The body as received, or null if it was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  readonly fault: RecordedFault | null;
  readonly requestId: string;
  readonly event: string | null;
  readonly chatId: number | null;
}

/** An outgoing request: an attempt, or a typing signal or test without a delivery. */
export interface RecordedAttempt {
  readonly kind: "channel" | "bot" | "webhook";
  readonly endpointId: number;
  readonly at: number;
  readonly deliveryId: number | null;
  readonly event: string | null;
  readonly chatId: number | null;
  /** Request and response as stored in the delivery log, with bodies shortened to 8 KiB. */
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly reply: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Maximum number of bytes of a body that are stored. */
export const maxStoredBodyBytes = 8 * 1024;

/** A stored request. Its body is a string, so that it keeps no socket buffer in memory. */
export interface StoredRequest extends Omit<RecordedRequest, "body"> {
  readonly direction: "in";
  readonly id: number;
  readonly bytes: string;
  readonly isCut: boolean;
}
/** An outgoing request as stored by the request inspector. */
export interface StoredAttempt extends RecordedAttempt {
  readonly direction: "out";
  readonly id: number;
}
export type StoredItem = StoredRequest | StoredAttempt;

/** Returns whether a request came without proof of its sender, such as a right signature. */
export const isUnproved = (item: StoredItem): item is StoredRequest =>
  item.direction === "in" && item.status === unprovedStatus;
/** Status of the response to a request that does not prove its sender. */
export const unprovedStatus = 401;
