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
    refuse("rate_limited", `Too many messages ${exceeded.scope}.`, {
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
): Promise<{ scope: string; retryAfterMs: number } | null> {
  const channelQuota = await limits.take("channel", channel);
  if (!channelQuota.ok)
    return { scope: "on this channel", retryAfterMs: channelQuota.retryAfterMs };
  const customerQuota = await limits.take("customer", `${channel}:${customer}`);
  if (customerQuota.ok) return null;
  limits.restore("channel", channel);
  return { scope: "of this customer", retryAfterMs: customerQuota.retryAfterMs };
}

/**
 * Throws if too many customers wrote to the channel for the first time, in all or from one of the
 * peers, such as a network or the domain of an address (CON-062). A refused one takes nothing.
 */
export async function assertNewCustomerWithinLimits(
  limits: Limits,
  channel: number,
  peers: readonly string[],
): Promise<void> {
  const taken: (readonly ["new_customers" | "new_customers_of_peer", string | number])[] = [];
  const wanted = [
    ...peers.map((peer) => ["new_customers_of_peer", `${channel}:${peer}`] as const),
    ["new_customers", channel] as const,
  ];
  for (const [name, key] of wanted) {
    const quota = await limits.take(name, key);
    if (!quota.ok) {
      for (const [takenName, takenKey] of taken) limits.restore(takenName, takenKey);
      refuse("rate_limited", "Too many new customers on this channel.", {
        retryAfterMs: quota.retryAfterMs,
      });
    }
    taken.push([name, key]);
  }
}
