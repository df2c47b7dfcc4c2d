import { keepWithin } from "../core/keep-within.ts";
import type { Target } from "./source.ts";

type Kind = Target["endpoint"]["kind"];
/** Requests under way at once at one endpoint, by its kind (CORE-122). */
export type PlacesOf = (kind: Kind) => number;

/** What an attempt says about its endpoint; null: nothing. */
export type Ended = "answered" | "failed" | null;

interface Endpoint {
  readonly kind: Kind;
  /** Claims under way. */
  count: number;
  /** Failures without a success in between. */
  streak: number;
  /** Until when places stay taken after their attempts ended. */
  held: number[];
}

/** So many failures in a row mean that the endpoint is dead rather than unlucky. */
const deadAfter = 8;
/**
 * A place at a dead endpoint is taken for about so long. One that refuses connections fails within a millisecond: its backlog would run
 * through at full speed and slow everybody (CORE-122). Less than the distance of two attempts of a lane (3 s; 4 s at least for webhooks), so with no more lanes than
 * places nobody waits for it. Up to `spreadMs` shorter, by turns: places that are freed together would be taken together, in bursts.
 */
const heldMs: Readonly<Record<Kind, number>> = { channel: 2_500, bot: 2_500, webhook: 4_000, push: 4_000, call: 2_500, mail: 4_000 };
const spreadMs = 1_000;
/** Steps of this part of a whole spread evenly, however many there are. */
const goldenPart = 0.618_034;
/** Endpoints remembered without a claim under way, for their failures. */
const mostIdle = 10_000;

/** Counts this node's claims per endpoint. Times are milliseconds since 1970. */
export class Places {
  readonly #of: PlacesOf;
  readonly #busy = new Map<number, Endpoint>();
  /** Failures of endpoints with nothing under way; the oldest are forgotten. */
  readonly #idle = new Map<number, Endpoint>();
  #holds = 0;

  constructor(of: PlacesOf) {
    this.#of = of;
  }
  /** Endpoints of which places are taken, and how many; in the same order. */
  taken(now: number): { readonly endpoints: readonly number[]; readonly counts: readonly number[] } {
    for (const [id, endpoint] of this.#busy) this.#settle(id, endpoint, now);
    return { endpoints: [...this.#busy.keys()], counts: [...this.#busy.values()].map(placesTaken) };
  }
  /** When the first held place is free again at an endpoint of which all are taken; null: none. */
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
  /** True when all places of the endpoint were taken and one is free now. */
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
    keepWithin(this.#idle, mostIdle);
  }
}

function placesTaken({ count, held }: Endpoint): number {
  return count + held.length;
}
