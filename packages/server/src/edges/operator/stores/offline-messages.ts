import type { Delivery, OfflineMessage } from "../../../core/entity.ts";
import type { Sight } from "../../../core/record/chat.ts";
import type { OfflineMessageRecord, OfflinePlace } from "../../../core/record/offline-message.ts";

export interface OfflineMessageStore {
  /** Newest first. */
  list(
    account: number,
    sight: Sight,
    filter: { readonly state?: OfflineMessage["state"]; readonly after?: OfflinePlace; readonly limit: number },
  ): Promise<readonly (OfflineMessageRecord & { readonly place: OfflinePlace })[]>;
  find(account: number, sight: Sight, id: number): Promise<OfflineMessageRecord | null>;
  /** How many nobody has taken; 1,000 at most. */
  count(account: number, sight: Sight): Promise<number>;
  deliveries(account: number, ids: readonly number[]): Promise<ReadonlyMap<number, Delivery>>;
}
