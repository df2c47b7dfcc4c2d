import type { Call, ChatEntity, Visitor } from "../../core/entity.ts";

/** A call with its visitor and channel. */
export interface CallRecord {
  readonly call: Call;
  readonly visitor: Visitor;
  readonly channel: ChatEntity["channel"];
}
/** Cursor of the call list. */
export interface CallCursor {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}
/** Filter and start of the call list. */
export interface CallFilter {
  readonly state?: "waiting" | "running" | "done";
  readonly chatId?: number;
  /** Visitor number. */
  readonly visitor?: number;
  readonly limit: number;
  readonly after?: CallCursor;
}
/** The telephony server of the driver `http` (CORE-104). */
export interface TelephonyServerRecord {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  /** Secret part of the address that receives its reports, sealed. */
  readonly reportSecret: Buffer;
}
