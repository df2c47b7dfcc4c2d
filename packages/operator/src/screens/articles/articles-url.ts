import type { Article } from "@parlour/protocol/api";

export type ArticleState = Article["state"];

/** Parameters of the addresses below `/articles`. The screen checks their values. */
export interface ArticlesUrlParams {
  /** Id of the section whose articles are listed. */
  readonly section?: number;
  /** State of the listed articles, or `all`. */
  readonly state?: ArticleState | "all";
  /** Language of the open text, or of the listed ones. */
  readonly language?: string;
  /** Title of an article that is about to be written. */
  readonly title?: string;
  /** Number of the open version in the history. */
  readonly version?: number;
}
