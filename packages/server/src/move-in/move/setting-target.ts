import type { Sql } from "../../store/database/sql.ts";
import type { StoreContext } from "../../store/settings/kind-store.ts";
import type { MoveJob } from "../job.ts";

/** What a record of settings is here. `id` null: it has no place, because of `code`. */
export interface MovedSetting {
  readonly id: number | null;
  readonly existed: boolean;
  readonly code?: string;
  /** Of the text of an article. */
  readonly version?: number;
  /** Absent: the record is new, or was here. */
  readonly result?: "changed";
}
/** An article with its text as Markdown. `code`: why it is left out. */
export type ConvertedArticle =
  | { readonly language: string; readonly body: string }
  | { readonly code: string };

/** Where records of settings are written. */
export interface SettingTarget {
  readonly tx: Sql;
  readonly account: number;
  readonly context: StoreContext;
  readonly move: MoveJob["move"];
  readonly articles: ReadonlyMap<string, ConvertedArticle>;
}
