import { evictOldest } from "../core/bounded-map.ts";
import type { Target } from "./source.ts";

type Kind = Target["endpoint"]["kind"];
/** Maximum concurrent requests of an endpoint by its kind (CORE-122). */
export type PlacesOf = (kind: Kind) => number;

/** Result of an attempt as a sign of the endpoint's health. Null if it shows nothing. */
export type Ended = "answered" | "failed" | null;

interface Endpoint {
  readonly kind: Kind;
  /** Number of running claims. */
  count: number;
  /** Number of consecutive failures. */
  streak: number;
  /** End times of slots that stay reserved after their attempts ended. */
  held: number[];
}

/** Consecutive failures after which an endpoint counts as dead. */
const deadAfter = 8;
/**
 * Time for which a slot of a dead endpoint stays reserved, from the start of the attempt. An
 * endpoint that refuses connections fails within 1 ms, and its deliveries would run at full speed
 * and slow down all others (CORE-122). The time is shorter than the interval between two attempts
 * of a lane (3 s, webhooks at least 4 s). No lane waits if there are no more lanes than slots. A
 * jitter of up to `cooldownJitterMs` shortens it: slots released together would be used in bursts.
 */
const heldMs: Readonly<Record<Kind, number>> = { channel: 2_500, bot: 2_500, webhook: 4_000, push: 4_000, call: 2_500, mail: 4_000 };
const spreadMs = 1_000;
/** Multiples of this number, modulo 1, are spread evenly however many there are. */
const goldenPart = 0.618_034;
/** Maximum number of idle endpoints whose failures stay in memory. */
const mostIdle = 10_000;

/** Counts this node's claims per endpoint. Times are in milliseconds since 1970. */
export class Places {
  readonly #of: PlacesOf;
  readonly #busy = new Map<number, Endpoint>();
  /** Failures of endpoints without running claims. The oldest are evicted. */
  readonly #idle = new Map<number, Endpoint>();
  #holds = 0;

  constructor(of: PlacesOf) {
    this.#of = of;
  }
  /** Returns endpoints with used slots and their counts, in the same order. */
  taken(now: number): { readonly endpoints: readonly number[]; readonly counts: readonly number[] } {
    for (const [id, endpoint] of this.#busy) this.#settle(id, endpoint, now);
    return { endpoints: [...this.#busy.keys()], counts: [...this.#busy.values()].map(placesTaken) };
  }
  /**
   * Returns when the first reserved slot becomes free at an endpoint without free slots, or null if
   * there is none.
   */
  nextFree(): number | null {
    let next: number | null = null;
    for (const endpoint of this.#busy.values()) {
      if (endpoint.held.length > 0 && placesTaken(endpoint) >= this.#of(endpoint.kind))
        next = Math.min(next ?? Number.POSITIVE_INFINITY, ...endpoint.held);
    }
    return next;
  }
  take(endpointId: number, kind: Kind): void {
    const known = this.#busy.get(endpointId) ?? this.#idle.get(endpointId);
    if (known) known.count++;
    const endpoint = known ?? { kind, count: 1, streak: 0, held: [] };
    this.#idle.delete(endpointId);
    this.#busy.set(endpointId, endpoint);
  }
  /** Releases a slot. Returns true if all slots were in use and one is free now. */
  release(endpointId: number, ended: Ended, startedAt: number, now: number): boolean {
    const endpoint = this.#busy.get(endpointId);
    if (!endpoint) return false;
    const wasFull = placesTaken(endpoint) >= this.#of(endpoint.kind);
    endpoint.count--;
    if (ended === "answered") {
      endpoint.streak = 0;
      endpoint.held = [];
    } else if (ended === "failed") endpoint.streak++;
    const isHeld = ended === "failed" && endpoint.streak >= deadAfter && this.#hold(endpoint, startedAt, now);
    this.#settle(endpointId, endpoint, now);
    return wasFull && !isHeld;
  }

  #hold(endpoint: Endpoint, startedAt: number, now: number): boolean {
    const until = startedAt + heldMs[endpoint.kind] - Math.round(((this.#holds++ * goldenPart) % 1) * spreadMs);
    if (until <= now) return false;
    endpoint.held.push(until);
    return true;
  }

  #settle(id: number, endpoint: Endpoint, now: number): void {
    if (endpoint.held.length > 0) endpoint.held = endpoint.held.filter((until) => until > now);
    if (placesTaken(endpoint) > 0) return;
    this.#busy.delete(id);
    if (endpoint.streak === 0) return;
    this.#idle.set(id, endpoint);
    evictOldest(this.#idle, mostIdle);
  }
}

function placesTaken({ count, held }: Endpoint): number {
  return count + held.length;
}
