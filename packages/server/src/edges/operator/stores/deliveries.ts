import type { Delivery } from "../../../core/entity.ts";
import type { AttemptRecord, DeliveryFilter, DeliveryPlace } from "../../../core/record/delivery.ts";

export interface DeliveryStore {
  list(account: number, filter: DeliveryFilter): Promise<{ readonly items: readonly Delivery[]; readonly next: DeliveryPlace | null }>;
  find(account: number, id: number): Promise<{ readonly delivery: Delivery; readonly attempts: readonly AttemptRecord[] } | null>;
}
