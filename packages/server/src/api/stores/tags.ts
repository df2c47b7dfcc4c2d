import type { TagRecord } from "../../store/settings/content/tag-record.ts";
import type { Tx } from "./tx.ts";

export interface TagStore {
  list(account: number): Promise<readonly TagRecord[]>;
  find(account: number, id: number): Promise<TagRecord | null>;
  listIn(tx: Tx, account: number): Promise<readonly TagRecord[]>;
  /** Null: the name is taken. */
  create(tx: Tx, account: number, row: { readonly name: string; readonly managed: boolean; readonly now: number }): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: { readonly name: string }): Promise<"done" | "name_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
}
