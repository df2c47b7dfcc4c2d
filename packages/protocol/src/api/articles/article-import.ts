import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";
import { ArticleState } from "./article.ts";

/** Import of a folder of articles (ART-030). */

export const articleImportResults = ["added", "changed", "unchanged", "left_out", "gone"] as const;

/** Why a file is left out. */
export const articleImportReasons = [
  "outside_folder",
  "file_too_large",
  "damaged",
  "not_utf8",
  "wrong_front_matter",
  "wrong_language",
  "wrong_state",
  "no_section",
  "no_title",
  "no_address",
  "too_long",
  "same_address",
  "not_named",
  /** The API refuses to store it. `detail` is its message. */
  "refused",
  /** The form of the file is none of those that are known. */
  "unknown_export",
  // Pages of sites (ART-083).
  "robots",
  "robots_unreachable",
  "private_address",
  "unreachable",
  "timeout",
  "status",
  "rate_limited",
  "redirects",
  "other_site",
  "sign_in",
  "not_html",
  "not_sitemap",
  "not_picture",
  "page_too_large",
  "wrong_charset",
  "unreadable",
  "empty",
  "same_page",
  "too_many_pages",
  "too_many_pictures",
] as const;

/** What readers will miss, or what an import replaces. */
export const articleImportWarnings = [
  "link_outside_folder",
  "link_to_missing_file",
  "link_to_left_out_file",
  "link_to_unusable_file",
  "broken_link",
  "html_as_text",
  "replaces_changes",
  "file_refused",
  "language_assumed",
  "edited_here",
  "picture_left_out",
] as const;

export const ArticleImportQuery = Type.Object(
  {
    dry_run: Type.Optional(Type.Boolean()),
    /** Whether existing articles also get the order of the folder (ART-035). */
    order: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ArticleImportQuery = Static<typeof ArticleImportQuery>;

/** `detail`: the value that the note is about, such as a link. `line`: its line in the text. */
const createNote = <Code extends string>(codes: readonly Code[]) =>
  Type.Object({
    code: Type.Enum([...codes]),
    detail: Nullable(Type.String()),
    line: Nullable(Type.Integer()),
  });

/** What an import did or, as a dry run, would do. */
export const ArticleImport = Type.Object({
  dry_run: Type.Boolean(),
  /** Names of the sections that the import creates. */
  sections: Type.Array(Type.String()),
  /** Names of the sections whose existing articles get another order. */
  ordered_sections: Type.Array(Type.String()),
  items: Type.Array(
    Type.Object({
      file: Type.String(),
      result: Type.Enum([...articleImportResults]),
      /** null: the article does not exist. */
      article_id: Nullable(Id),
      title: Nullable(Type.String()),
      language: Nullable(Type.String()),
      state: Nullable(ArticleState),
      /** Letters of the text. */
      size: Nullable(Type.Integer()),
      /** Why the file is left out. null: it is not. */
      reason: Nullable(createNote(articleImportReasons)),
      /** What readers will miss, such as a picture that is not in the folder. */
      warnings: Type.Array(createNote(articleImportWarnings)),
    }),
  ),
});
export type ArticleImport = Static<typeof ArticleImport>;
