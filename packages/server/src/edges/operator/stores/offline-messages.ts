import type { Delivery, OfflineMessage } from "../../../core/entity.ts";
import type { OfflineMessageDraft } from "../../../core/event.ts";
import type { Sight } from "./chats.ts";

export interface OfflineMessageRecord {
  readonly message: OfflineMessage;
  /** Without its visitor, as verbs take it. */
  readonly stored: OfflineMessageDraft;
  readonly visitorNumber: number;
  readonly customer: string;
}
export interface OfflinePlace {
  /** Microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}
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
