import type { EndpointTestResult } from "../../delivery/index.ts";
import type { Inspector } from "../../inspect/index.ts";
import type { EndpointPort } from "./endpoint-port.ts";
import type { TestPort } from "./test-port.ts";

export { deliveryRoutes } from "./deliveries.ts";
export { deliveryTotalsRoute } from "./delivery-totals.ts";
export { endpointRoutes } from "./endpoints.ts";
export { inspectorRoute } from "./inspector.ts";
export { replayRoute } from "./replay.ts";
export { testEventRoutes } from "./test-events.ts";

export interface DeliveryPorts {
  readonly endpoints: EndpointPort;
  readonly tests: TestPort;
  /**
   * Sends one test request to the telephony server of an account. Throws `not_found` if the account
   * has none.
   */
  readonly callTest: (account: number) => Promise<EndpointTestResult>;
  /** Recent requests in both directions, kept in memory. */
  readonly inspector: Pick<Inspector, "list">;
}
