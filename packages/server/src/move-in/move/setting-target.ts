import type { Sql } from "../../store/database/sql.ts";
import type { StoreContext } from "../../store/settings/kind-store.ts";
import type { MoveJob } from "../job.ts";

/** What a record of settings is here. `id` null: it has no place, because of the first code. */
export interface MovedSetting {
  readonly id: number | null;
  readonly existed: boolean;
  /** What the report says of the record. */
  readonly codes?: readonly string[];
  /** Of the text of an article. */
  readonly version?: number;
  readonly language?: string;
  /** Absent: the record is new, or was here. */
  readonly result?: "changed";
}
/** A text of an article as Markdown, with what the report says of it. */
export interface ReadyArticle {
  readonly language: string;
  readonly body: string;
  readonly codes: readonly string[];
}
/** `code`: why it is left out. */
export type ConvertedArticle = ReadyArticle | { readonly code: string };

/** Where records of settings are written. */
export interface SettingTarget {
  readonly tx: Sql;
  readonly account: number;
  readonly context: StoreContext;
  readonly move: MoveJob["move"];
  readonly articles: ReadonlyMap<string, ConvertedArticle>;
  /** Articles that the same change has made, by their id in the source. */
  readonly made: Map<string, number>;
  /** By section, the position after which the articles of the source begin. */
  readonly starts: Map<number, number>;
}
