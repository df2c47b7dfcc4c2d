import type { PersonRef } from "../../../core/entity.ts";
import type { Tx } from "./tx.ts";

export interface ErasureRecord {
  readonly id: number;
  readonly number: number;
  readonly by: PersonRef | null;
  readonly requestedAt: string;
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
/** Whose data goes; `visitor` is his id. */
export interface ErasureOrder {
  readonly account: number;
  readonly id: number;
  readonly visitor: number;
  readonly number: number;
}
export interface ErasureStore {
  list(account: number, page: { readonly before?: number; readonly limit: number }): Promise<readonly ErasureRecord[]>;
  /** By the visitor's number. */
  find(account: number, number: number): Promise<ErasureRecord | null>;
  /** The order to erase; a repeat gives the first one. null: no such visitor. */
  order(
    tx: Tx,
    account: number,
    number: number,
    by: number | null,
    now: number,
  ): Promise<(ErasureOrder & { readonly isNew: boolean }) | null>;
}
export interface ErasingPort {
  /** Carries the order out; resolves when everything is gone. A crash leaves it to the next start. `by`: who closes a chat that is open. */
  run(order: ErasureOrder, by: number | null): Promise<void>;
}
