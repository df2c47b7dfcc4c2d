import type { Call, ChatEntity, Visitor } from "../entity.ts";

/** A call with whom it is about. */
export interface CallRecord {
  readonly call: Call;
  readonly visitor: Visitor;
  readonly channel: ChatEntity["channel"];
}
/** Place of a call in the list. */
export interface CallPlace {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}
/** Which calls, and from where on. */
export interface CallFilter {
  readonly state?: "waiting" | "running" | "done";
  readonly chatId?: number;
  /** Number of the visitor. */
  readonly visitor?: number;
  readonly limit: number;
  readonly after?: CallPlace;
}
/** The telephony server of the driver `http` (CORE-104). */
export interface DriverRecord {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  /** Secret part of the address it reports to, sealed. */
  readonly reportSecret: Buffer;
}
