import type { Delivery } from "../../core/entity.ts";
import type {
  AttemptRecord,
  DeliveryFilter,
  DeliveryCursor,
  DeliveryTotals,
  TotalsFilter,
} from "../../store/deliveries/delivery-record.ts";

export interface DeliveryStore {
  list(account: number, filter: DeliveryFilter): Promise<{ readonly items: readonly Delivery[]; readonly next: DeliveryCursor | null }>;
  find(account: number, id: number): Promise<{ readonly delivery: Delivery; readonly attempts: readonly AttemptRecord[] } | null>;
  /** Figures of the 24 hours before `now`, ms since 1970. */
  totals(account: number, filter: TotalsFilter, now: number): Promise<DeliveryTotals>;
}
