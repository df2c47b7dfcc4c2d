import type { OfflineMessage } from "../../core/entity.ts";
import type { NewOfflineMessage } from "../../core/event.ts";

/** An offline message with the visitor's identifiers. */
export interface OfflineMessageRecord {
  readonly message: OfflineMessage;
  /** Without its visitor, as command handlers read it. */
  readonly stored: NewOfflineMessage;
  readonly visitorNumber: number;
  /** The visitor's key on the channel. */
  readonly customer: string;
}
/** Cursor of the offline message list. */
export interface OfflineMessageCursor {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}
