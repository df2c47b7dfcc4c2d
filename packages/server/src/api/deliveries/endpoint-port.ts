import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";

/** Resends deliveries of an endpoint. */
export interface EndpointPort {
  /**
   * Starts a new series of attempts for a delivery whose last series has ended (CH-086). Throws
   * `not_found` or `not_deliverable`.
   */
  resend(account: number, deliveryId: number): Promise<unknown>;
  /** Sends a waiting message now. Resolves with false if it does not wait (CORE-353). */
  sendNow(account: number, deliveryId: number): Promise<boolean>;
  /**
   * Sends pending deliveries now, because an endpoint accepts requests again. Other nodes do the
   * same when they receive `settings_changed`.
   */
  wake(): void;
  /** Returns the number of deliveries that `replay` would resend. */
  countResendable(ended: FailedDeliveriesFilter): Promise<number>;
  /**
   * Resends matching deliveries, oldest first, at most `max`. Returns their number. Throws
   * `not_deliverable` if the endpoint is off.
   */
  replay(ended: FailedDeliveriesFilter, max: number): Promise<number>;
}
