import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";

/** Import of a folder of articles (ART-030). */

export const articleImportResults = ["added", "changed", "unchanged", "left_out"] as const;
export const ArticleImportQuery = Type.Object(
  { dry_run: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
/** What an import did or, as a dry run, would do. */
export const ArticleImport = Type.Object({
  dry_run: Type.Boolean(),
  sections: Type.Array(Type.String()),
  items: Type.Array(
    Type.Object({
      file: Type.String(),
      result: Type.Enum([...articleImportResults]),
      /** null: the article does not exist. */
      article_id: Nullable(Id),
      title: Nullable(Type.String()),
      language: Nullable(Type.String()),
      /** Why the file is left out. null: it is not. */
      reason: Nullable(Type.String()),
    }),
  ),
});
export type ArticleImport = Static<typeof ArticleImport>;
