import type { PersonRef } from "../entity.ts";

/** What remains of an erased visitor (CORE-116): that it was done, what went, and who outside had received something. */
export interface ErasureRecord {
  readonly id: number;
  readonly number: number;
  readonly by: PersonRef | null;
  readonly requestedAt: string;
  /** null: it goes on. */
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
/** Whose data goes. `visitor`: his id, `number` as people see it. */
export interface ErasureOrder {
  readonly account: number;
  readonly id: number;
  readonly visitor: number;
  readonly number: number;
}
