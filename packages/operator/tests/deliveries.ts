import type { Delivery } from "@parlour/protocol";
import type { DeliveryTotals, Endpoint } from "@parlour/protocol/api";

const createdAt = "2026-11-20T10:00:00.000Z";

/** Creates the endpoint of a webhook, which works. The webhook has the same number. */
export const createEndpoint = (id: number, overrides: Partial<Endpoint> = {}): Endpoint => ({
  id,
  kind: "webhook",
  name: "https://crm.example/hook",
  owner_id: id,
  url: "https://crm.example/hook",
  state: "on",
  reason: null,
  since: null,
  queue: { pending: 0, oldest_at: null, next_at: null },
  waiting: { lanes: 0, oldest_at: null },
  last_success_at: createdAt,
  last_failure: null,
  failing_since: null,
  recent: { attempts: 0, failed: 0 },
  secret_hint: "",
  secret_created_at: null,
  previous_secret_until: null,
  last_used_at: null,
  ...overrides,
});

/** Creates a delivered event of an endpoint. */
export const createDelivery = (
  id: number,
  { id: endpoint, kind, name }: Endpoint,
  overrides: Partial<Delivery> = {},
): Delivery => ({
  id,
  endpoint: { id: endpoint, kind, name },
  event: "chat_accepted",
  chat_id: 5,
  seq: null,
  state: "delivered",
  attempts: 1,
  outcome: "delivered",
  error: null,
  unconfirmed: false,
  next_at: null,
  created_at: createdAt,
  updated_at: createdAt,
  last_attempt: { duration_ms: 12, status: 200, used: null },
  ...overrides,
});

/** The statistics of a day without deliveries. */
export const noDeliveries: DeliveryTotals = {
  since: createdAt,
  events: 0,
  is_capped: false,
  events_before: null,
  delivered: 0,
  failed: 0,
  dead: 0,
  not_usable: 0,
  queued: { count: 0, is_capped: false, oldest_at: null, endpoint_id: null },
  took: null,
};
