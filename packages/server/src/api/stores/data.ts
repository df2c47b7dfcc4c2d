import type { ErasureRequest, ErasureRecord } from "../../store/erasure/erasure-record.ts";
import type { DataFigures, RetentionPreview, RetentionRecord } from "../../store/settings/account/retention-record.ts";
import type { Tx } from "./tx.ts";

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
  ): Promise<(ErasureRequest & { readonly isNew: boolean }) | null>;
}
export interface ErasingPort {
  /** Carries the order out; resolves when everything is gone. A crash leaves it to the next start. `by`: who closes a chat that is open. */
  run(order: ErasureRequest, by: number | null): Promise<void>;
}

export interface RetentionStore {
  find(): Promise<RetentionRecord>;
  findIn(tx: Tx): Promise<RetentionRecord>;
  /** null takes the usual value back. */
  update(tx: Tx, days: Readonly<Record<string, number | null | undefined>>): Promise<void>;
  preview(days: Readonly<Record<string, number>>, now: number): Promise<readonly RetentionPreview[]>;
  figures(account: number): Promise<DataFigures>;
}
