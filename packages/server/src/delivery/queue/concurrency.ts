import { evictOldest } from "../../core/bounded-map.ts";
import type { DeliveryLane } from "../../core/delivery/planner.ts";
import type { DeliveryTarget } from "../../store/deliveries/delivery-source.ts";

type Kind = DeliveryTarget["endpoint"]["kind"];
/** Returns the maximum number of concurrent requests to an endpoint of this kind (CORE-122). */
export type SlotsPerEndpoint = (kind: Kind) => number;

/** Result of an attempt as a sign of the endpoint's health. null if it shows nothing about it. */
export type EndpointSignal = "answered" | "failed" | null;

interface EndpointSlots {
  readonly kind: Kind;
  /** Number of running claims of the endpoint, and the order keys of their lanes. */
  count: number;
  readonly lanes: Set<number>;
  /** Number of consecutive failed attempts. */
  failureStreak: number;
  /** Whether lanes waited for a slot when the endpoint was last claimed. */
  isCrowded: boolean;
  /** End times of slots that stay reserved after their attempts ended. */
  reservedUntil: number[];
}

/** Number of consecutive failures after which an endpoint counts as dead. */
const failureThreshold = 8;
/**
 * Time for which a slot of a dead endpoint stays reserved, in milliseconds from the start of the
 * attempt. An endpoint that refuses connections fails within 1 ms. Without a reservation its
 * deliveries would run at full speed and slow down all others (CORE-122). The time is shorter than
 * the interval between two attempts of a lane (3 s, webhooks at least 4 s). With at least as many
 * slots as lanes, no lane therefore waits. A jitter of up to `cooldownJitterMs` shortens the time,
 * because slots that are released together would be used in bursts.
 */
const slotCooldownMs: Readonly<Record<Kind, number>> = {
  channel: 2_500,
  bot: 2_500,
  webhook: 4_000,
  push: 4_000,
  call: 2_500,
  mail: 4_000,
  model: 0,
  old_system: 4_000,
};
const cooldownJitterMs = 1_000;
/** Multiples of this number, modulo 1, are spread evenly, whatever their count. */
const goldenRatio = 0.618_034;
/** Maximum number of idle endpoints whose failures are kept in memory. */
const maxIdleEndpoints = 10_000;

/** Counts this node's claims per endpoint. Times are in milliseconds since 1970. */
export class ConcurrencyLimiter {
  readonly #slotsPerEndpoint: SlotsPerEndpoint;
  readonly #busy = new Map<number, EndpointSlots>();
  /** Failures of endpoints without running claims. The oldest are evicted. */
  readonly #idle = new Map<number, EndpointSlots>();
  #reservations = 0;

  constructor(slotsPerEndpoint: SlotsPerEndpoint) {
    this.#slotsPerEndpoint = slotsPerEndpoint;
  }
  /** Returns the endpoints with used slots and, in the same order, their counts. */
  getUsedSlots(now: number): {
    readonly endpoints: readonly number[];
    readonly counts: readonly number[];
  } {
    for (const [id, endpoint] of this.#busy) this.#removeExpired(id, endpoint, now);
    return {
      endpoints: [...this.#busy.keys()],
      counts: [...this.#busy.values()].map(countUsedSlots),
    };
  }
  /** Returns when the first reserved slot of a full endpoint becomes free, or null. */
  getNextFreeAt(): number | null {
    let next: number | null = null;
    for (const endpoint of this.#busy.values()) {
      if (
        endpoint.reservedUntil.length > 0 &&
        countUsedSlots(endpoint) >= this.#slotsPerEndpoint(endpoint.kind)
      )
        next = Math.min(next ?? Number.POSITIVE_INFINITY, ...endpoint.reservedUntil);
    }
    return next;
  }
  acquire({ endpointId, orderKey }: DeliveryLane, kind: Kind): void {
    const unused = { kind, count: 0, failureStreak: 0, isCrowded: false, reservedUntil: [] };
    const endpoint: EndpointSlots = this.#busy.get(endpointId) ??
      this.#idle.get(endpointId) ?? { ...unused, lanes: new Set() };
    endpoint.count++;
    endpoint.lanes.add(orderKey);
    this.#idle.delete(endpointId);
    this.#busy.set(endpointId, endpoint);
  }
  setCrowded(endpointId: number, isCrowded: boolean): void {
    const endpoint = this.#busy.get(endpointId);
    if (endpoint) endpoint.isCrowded = isCrowded;
  }
  isCrowded(endpointId: number): boolean {
    return this.#busy.get(endpointId)?.isCrowded === true;
  }
  /**
   * Returns whether a claim of the lane runs, or as many of its endpoint as it has slots. The lane
   * then waits for a slot.
   */
  isBusy({ endpointId, orderKey }: DeliveryLane): boolean {
    const endpoint = this.#busy.get(endpointId);
    if (endpoint === undefined) return false;
    if (endpoint.lanes.has(orderKey)) return true;
    const isFull = endpoint.count >= this.#slotsPerEndpoint(endpoint.kind);
    endpoint.isCrowded ||= isFull;
    return isFull;
  }
  /** Releases a slot. Returns true if all slots were in use and one is free now. */
  release(
    { endpointId, orderKey }: DeliveryLane,
    signal: EndpointSignal,
    startedAt: number,
    now: number,
  ): boolean {
    const endpoint = this.#busy.get(endpointId);
    if (!endpoint) return false;
    const wasFull = countUsedSlots(endpoint) >= this.#slotsPerEndpoint(endpoint.kind);
    endpoint.count--;
    endpoint.lanes.delete(orderKey);
    if (signal === "answered") {
      endpoint.failureStreak = 0;
      endpoint.reservedUntil = [];
    } else if (signal === "failed") endpoint.failureStreak++;
    const isReserved =
      signal === "failed" &&
      endpoint.failureStreak >= failureThreshold &&
      this.#reserveSlot(endpoint, startedAt, now);
    this.#removeExpired(endpointId, endpoint, now);
    return wasFull && !isReserved;
  }

  #reserveSlot(endpoint: EndpointSlots, startedAt: number, now: number): boolean {
    const until =
      startedAt +
      slotCooldownMs[endpoint.kind] -
      Math.round(((this.#reservations++ * goldenRatio) % 1) * cooldownJitterMs);
    if (until <= now) return false;
    endpoint.reservedUntil.push(until);
    return true;
  }

  #removeExpired(id: number, endpoint: EndpointSlots, now: number): void {
    if (endpoint.reservedUntil.length > 0)
      endpoint.reservedUntil = endpoint.reservedUntil.filter((until) => until > now);
    if (countUsedSlots(endpoint) > 0) return;
    this.#busy.delete(id);
    if (endpoint.failureStreak === 0) return;
    this.#idle.set(id, endpoint);
    evictOldest(this.#idle, maxIdleEndpoints);
  }
}

function countUsedSlots({ count, reservedUntil }: EndpointSlots): number {
  return count + reservedUntil.length;
}
