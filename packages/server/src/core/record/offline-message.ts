import type { OfflineMessage } from "../entity.ts";
import type { OfflineMessageDraft } from "../event.ts";

/** An offline message as it stands, with whose it is. */
export interface OfflineMessageRecord {
  readonly message: OfflineMessage;
  /** Without its visitor, as verbs take it. */
  readonly stored: OfflineMessageDraft;
  readonly visitorNumber: number;
  /** The visitor's key on his channel. */
  readonly customer: string;
}
/** Place of an offline message in the list. */
export interface OfflinePlace {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}
