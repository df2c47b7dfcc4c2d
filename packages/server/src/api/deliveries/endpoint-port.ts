import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";

/** Resends deliveries of an endpoint. */
export interface EndpointPort {
  /** A new series of attempts (CH-086). Throws `not_found` or `not_deliverable`. */
  resend(account: number, deliveryId: number): Promise<unknown>;
  /** Sends a waiting message now. Resolves with false if it does not wait (CORE-353). */
  sendNow(account: number, deliveryId: number): Promise<boolean>;
  /** An endpoint accepts requests again. Other nodes do it at `settings_changed`. */
  wake(): void;
  /** Returns the number of deliveries that `replay` would resend. */
  countResendable(ended: FailedDeliveriesFilter): Promise<number>;
  /** Oldest first. Returns their number. Throws `not_deliverable` if the endpoint is off. */
  replay(ended: FailedDeliveriesFilter, max: number): Promise<number>;
}
