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

/** Days by kind of CFG-031: the owner's, and the provisioning file's, which come first. Absent: the usual one. */
export interface RetentionRecord {
  readonly own: Readonly<Record<string, number>>;
  readonly file: Readonly<Record<string, number>>;
}
export interface RetentionStore {
  find(): Promise<RetentionRecord>;
  findIn(tx: Tx): Promise<RetentionRecord>;
  /** null takes the usual value back. */
  update(tx: Tx, days: Readonly<Record<string, number | null | undefined>>): Promise<void>;
  preview(
    days: Readonly<Record<string, number>>,
    now: number,
  ): Promise<
    readonly { readonly kind: string; readonly count: number; readonly oldestAt: string | null; readonly examples: readonly string[] }[]
  >;
  figures(account: number): Promise<{
    readonly visitors: number;
    readonly chats: number;
    readonly messages: number;
    readonly files: number;
    readonly fileBytes: number;
    readonly visits: number;
    readonly oldestAt: string | null;
  }>;
}
