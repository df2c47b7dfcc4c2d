import type { Target } from "./source.ts";

/** Requests under way at once at one endpoint, by its kind (CORE-122). */
export type PlacesOf = (kind: Target["endpoint"]["kind"]) => number;

/** Counts this node's claims per endpoint. */
export class Places {
  readonly #of: PlacesOf;
  readonly #taken = new Map<number, { count: number; kind: Target["endpoint"]["kind"] }>();

  constructor(of: PlacesOf) {
    this.#of = of;
  }
  /** Endpoints with claims under way, and how many; in the same order. */
  taken(): { readonly endpoints: readonly number[]; readonly counts: readonly number[] } {
    return { endpoints: [...this.#taken.keys()], counts: [...this.#taken.values()].map((one) => one.count) };
  }
  take(endpointId: number, kind: Target["endpoint"]["kind"]): void {
    const known = this.#taken.get(endpointId);
    if (known) known.count++;
    else this.#taken.set(endpointId, { count: 1, kind });
  }
  /** True when all places of the endpoint were taken. */
  release(endpointId: number): boolean {
    const known = this.#taken.get(endpointId);
    if (!known) return false;
    const wasFull = known.count >= this.#of(known.kind);
    if (--known.count === 0) this.#taken.delete(endpointId);
    return wasFull;
  }
}
