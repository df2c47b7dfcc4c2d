import type { NamedRef } from "../../core/entity.ts";

/**
 * Record of an erasure (CORE-116): who did it, what was removed, and which integrators had received
 * data.
 */
export interface ErasureRecord {
  readonly id: number;
  readonly number: number;
  readonly by: NamedRef | null;
  readonly requestedAt: string;
  /** null: still running. */
  readonly doneAt: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly received: readonly {
    readonly endpoint_id: number;
    readonly kind: string;
    readonly name: string | null;
    readonly url: string;
    readonly count: number;
    readonly first_at: string;
    readonly last_at: string;
  }[];
}
/** A visitor to erase. `visitor`: the id. `number`: the visitor number that operators see. */
export interface ErasureRequest {
  readonly account: number;
  readonly id: number;
  readonly visitor: number;
  readonly number: number;
}
