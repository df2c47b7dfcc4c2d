import type { Call } from "../entity.ts";

/**
 * Returns the billable minutes of a call (CORE-105): each started minute since the customer was
 * connected, at least one. Returns 0 if the customer was never connected.
 */
export function getBillableMinutes(call: Call): number {
  if (call.client_connected_at === undefined) return 0;
  const ms = Date.parse(call.updated_at) - Date.parse(call.client_connected_at);
  return Math.max(1, Math.ceil(ms / 60_000));
}
