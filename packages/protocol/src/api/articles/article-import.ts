import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";
import { ArticleState } from "./article.ts";

/** Import of a folder of articles (ART-030). */

export const articleImportResults = ["added", "changed", "unchanged", "left_out"] as const;

export const ArticleImportQuery = Type.Object(
  { dry_run: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type ArticleImportQuery = Static<typeof ArticleImportQuery>;

/** What an import did or, as a dry run, would do. */
export const ArticleImport = Type.Object({
  dry_run: Type.Boolean(),
  /** Names of the sections that the import creates. */
  sections: Type.Array(Type.String()),
  items: Type.Array(
    Type.Object({
      file: Type.String(),
      result: Type.Enum([...articleImportResults]),
      /** null: the article does not exist. */
      article_id: Nullable(Id),
      title: Nullable(Type.String()),
      language: Nullable(Type.String()),
      state: Nullable(ArticleState),
      /** Why the file is left out. null: it is not. */
      reason: Nullable(Type.String()),
      /** What readers will miss, such as a picture that is not in the folder. */
      warnings: Type.Array(Type.String()),
    }),
  ),
});
export type ArticleImport = Static<typeof ArticleImport>;
