import { Type, type Static } from "typebox";
import {
  articleStates,
  languagePattern,
  maxArticleBody,
  maxArticles,
  maxArticleTitle,
  maxSlug,
  slugPattern,
} from "../../article/facts.ts";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { CursorText, IdText, Limit, Page } from "../common.ts";

/** Articles of the help centre (ART-010). */

export const ArticleState = Type.Enum([...articleStates]);
export const ArticleLanguage = Type.String({ pattern: languagePattern });
const Version = Type.Integer({ minimum: 1, maximum: 2_000_000_000 });
const count = Type.Integer({ minimum: 0 });

export const ArticleText = Type.Object({
  language: Type.String(),
  /** What is being written, which a published text may not show yet. */
  title: Type.String(),
  slug: Type.String(),
  state: ArticleState,
  /** The text is published, and what is being written differs from it. */
  has_changes: Type.Boolean(),
  /** The text of the first language was published after this one was written. */
  outdated: Type.Boolean(),
  path: Type.String(),
  version: Version,
  updated_at: Time,
  /** When the public text was published. null: the text is not public. */
  published_at: Nullable(Time),
});
export type ArticleText = Static<typeof ArticleText>;

export const ArticleSummary = Type.Object({
  id: Id,
  section_id: Id,
  position: Version,
  /** Of the text in the given language, or else in the first one. */
  title: Type.String(),
  language: Type.String(),
  state: ArticleState,
  texts: Type.Array(ArticleText),
  /** Readers of all texts in the last 28 days, and their votes. */
  views: count,
  helpful: count,
  not_helpful: count,
  updated_at: Time,
  /** The operator who wrote last. null: nobody, as after an import of an account. */
  updated_by: Nullable(NamedRef),
});
export type ArticleSummary = Static<typeof ArticleSummary>;
export const Articles = Page(ArticleSummary);
export type Articles = Static<typeof Articles>;

export const Article = Type.Object({
  ...ArticleSummary.properties,
  body: Type.String(),
  slug: Type.String(),
  path: Type.String(),
  /** Public address. null: no host name leads to the help centre of the account. */
  url: Nullable(Type.String()),
  version: Version,
  has_changes: Type.Boolean(),
  /** Links in the body to addresses of the help centre that no public page has. */
  broken_links: Type.Array(Type.Object({ target: Type.String(), line: Version })),
  created_at: Time,
});
export type Article = Static<typeof Article>;

export const ArticlesQuery = Type.Object(
  {
    section_id: Type.Optional(IdText),
    state: Type.Optional(ArticleState),
    language: Type.Optional(ArticleLanguage),
    q: Type.Optional(Type.String({ maxLength: maxArticleTitle })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
export type ArticlesQuery = Static<typeof ArticlesQuery>;
export const ArticleQuery = Type.Object(
  { language: Type.Optional(ArticleLanguage) },
  { additionalProperties: false },
);
export type ArticleQuery = Static<typeof ArticleQuery>;

const Title = Type.String({ minLength: 1, maxLength: maxArticleTitle, pattern: "\\S" });
const Body = Type.String({ maxLength: maxArticleBody });
const Slug = Type.String({ minLength: 1, maxLength: maxSlug, pattern: slugPattern });

export const NewArticle = Type.Object(
  {
    section_id: Id,
    language: ArticleLanguage,
    title: Title,
    body: Body,
    state: Type.Optional(ArticleState),
    /** Absent: Parlour makes it from the title. */
    slug: Type.Optional(Slug),
  },
  { additionalProperties: false },
);
export type NewArticle = Static<typeof NewArticle>;
export const ArticlePatch = Type.Object(
  {
    /** Absent: the first language of the article. One that is missing is added. */
    language: Type.Optional(ArticleLanguage),
    title: Type.Optional(Title),
    body: Type.Optional(Body),
    state: Type.Optional(ArticleState),
    slug: Type.Optional(Slug),
    section_id: Type.Optional(Id),
    /** The version that was read. Another one refuses the change (ART-014). */
    version: Type.Optional(Version),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ArticlePatch = Static<typeof ArticlePatch>;
/** All articles of a section, in their new order. */
export const ArticleOrder = Type.Object(
  { section_id: Id, ids: Type.Array(Id, { maxItems: maxArticles, uniqueItems: true }) },
  { additionalProperties: false },
);

export const ArticleVersion = Type.Object({
  version: Version,
  title: Type.String(),
  slug: Type.String(),
  /** Whether this version has become public. */
  published: Type.Boolean(),
  at: Time,
  operator: Nullable(NamedRef),
});
export type ArticleVersion = Static<typeof ArticleVersion>;
export const ArticleVersions = Page(ArticleVersion);
export const ArticleVersionsQuery = Type.Object(
  { language: Type.Optional(ArticleLanguage), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
export const ArticleVersionParams = Type.Object({ id: IdText, version: IdText });
export const ArticleVersionWithBody = Type.Object({
  ...ArticleVersion.properties,
  body: Type.String(),
});
