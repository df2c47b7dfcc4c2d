import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";

/** Deliveries of an endpoint, as `delivery` and the journal send them again. */
export interface EndpointPort {
  /**
   * Starts a new series for a delivery whose last one ended (CH-086). Refusals `not_found`,
   * `not_deliverable`.
   */
  resend(account: number, deliveryId: number): Promise<unknown>;
  /**
   * Sends pending deliveries now, because an endpoint accepts requests again. Other nodes learn it
   * from `settings_changed`; this saves the wait for it.
   */
  wake(): void;
  /** Returns how many deliveries `replay` would send again. */
  countResendable(ended: FailedDeliveriesFilter): Promise<number>;
  /**
   * Sends them again, oldest first, at most `most`, and returns how many. Refusal
   * `not_deliverable`: the endpoint is off.
   */
  replay(ended: FailedDeliveriesFilter, most: number): Promise<number>;
}
