import { refuse } from "../core/failure.ts";
import type { Limits } from "./index.ts";

/** Throws if the limit of the channel or the customer is exceeded (CH-035). */
export async function assertWithinLimits(
  limits: Limits,
  channel: string | number,
  customer: string,
): Promise<void> {
  const exceeded = await findExceededLimit(limits, channel, customer);
  if (exceeded !== null)
    refuse("rate_limited", `Too many messages ${exceeded.whose}.`, {
      retryAfterMs: exceeded.retryAfterMs,
    });
}

/**
 * Consumes one request of the limits of the channel and the customer. If one is exceeded, returns
 * that limit and consumes nothing, because a refused request has no effect.
 */
export async function findExceededLimit(
  limits: Limits,
  channel: string | number,
  customer: string,
): Promise<{ whose: string; retryAfterMs: number } | null> {
  const channelQuota = await limits.take("channel", channel);
  if (!channelQuota.ok)
    return { whose: "on this channel", retryAfterMs: channelQuota.retryAfterMs };
  const customerQuota = await limits.take("customer", `${channel}:${customer}`);
  if (customerQuota.ok) return null;
  limits.restore("channel", channel);
  return { whose: "of this customer", retryAfterMs: customerQuota.retryAfterMs };
}
