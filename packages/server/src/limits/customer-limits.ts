import { refuse } from "../core/failure.ts";
import type { LimitResult, Limits } from "./index.ts";

/**
 * Throws if the limit of the channel or the customer is exceeded (CH-035). Returns a promise only
 * if `Limits.take` does.
 */
export function assertWithinLimits(
  limits: Limits,
  channel: string | number,
  customer: string,
): void | Promise<void> {
  const exceeded = findExceededLimit(limits, channel, customer);
  return exceeded instanceof Promise ? exceeded.then(refuseExceeded) : refuseExceeded(exceeded);
}
interface ExceededLimit {
  readonly scope: string;
  readonly retryAfterMs: number;
}
function refuseExceeded(exceeded: ExceededLimit | null): void {
  if (exceeded !== null)
    refuse("rate_limited", `Too many messages ${exceeded.scope}.`, {
      retryAfterMs: exceeded.retryAfterMs,
    });
}

/**
 * Consumes one request of the limits of the channel and the customer. If one is exceeded, returns
 * that limit and consumes nothing, because a refused request has no effect.
 */
export function findExceededLimit(
  limits: Limits,
  channel: string | number,
  customer: string,
): ExceededLimit | null | Promise<ExceededLimit | null> {
  const checkCustomer = (quota: LimitResult): ExceededLimit | null => {
    if (quota.ok) return null;
    limits.restore("channel", channel);
    return { scope: "of this customer", retryAfterMs: quota.retryAfterMs };
  };
  const checkChannel = (
    quota: LimitResult,
  ): ExceededLimit | null | Promise<ExceededLimit | null> => {
    if (!quota.ok) return { scope: "on this channel", retryAfterMs: quota.retryAfterMs };
    const taken = limits.take("customer", `${channel}:${customer}`);
    return taken instanceof Promise ? taken.then(checkCustomer) : checkCustomer(taken);
  };
  const taken = limits.take("channel", channel);
  return taken instanceof Promise ? taken.then(checkChannel) : checkChannel(taken);
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
