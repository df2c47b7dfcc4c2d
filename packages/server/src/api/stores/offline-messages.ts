import type { Delivery, OfflineMessage } from "../../core/entity.ts";
import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import type { OfflineMessageRecord, OfflineMessageCursor } from "../../store/chats/offline-message-record.ts";

export interface OfflineMessageStore {
  /** Newest first. */
  list(
    account: number,
    sight: ChatVisibility,
    filter: { readonly state?: OfflineMessage["state"]; readonly after?: OfflineMessageCursor; readonly limit: number },
  ): Promise<readonly (OfflineMessageRecord & { readonly place: OfflineMessageCursor })[]>;
  find(account: number, sight: ChatVisibility, id: number): Promise<OfflineMessageRecord | null>;
  /** How many nobody has taken; 1,000 at most. */
  count(account: number, sight: ChatVisibility): Promise<number>;
  deliveries(account: number, ids: readonly number[]): Promise<ReadonlyMap<number, Delivery>>;
}
