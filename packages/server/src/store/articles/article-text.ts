import type { Article } from "@parlour/protocol/api";
import { listWords, searchConfigOf, separateWords } from "@parlour/protocol/article/search";
import { markFilesOfArticle } from "../chats/file.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";
import { claimSlug, type TextKey } from "./slug.ts";

/** Writing of the texts of articles (ART-011 – ART-015), under the lock of the account. */

type ArticleState = Article["state"];
interface TextContent {
  readonly title: string;
  readonly body: string;
}
interface TextValues extends TextContent {
  readonly state: ArticleState;
  readonly slug: string;
}
/** `published`: what is public, and of which version. null: nothing. */
export interface StoredText extends TextValues {
  readonly version: number;
  readonly published: (TextContent & { readonly version: number }) | null;
}
export interface TextAuthor {
  readonly operatorId: number;
  readonly now: number;
}

/** Older versions are deleted, except those that have become public (ART-013). */
const maxDraftVersions = 500;

export async function findStoredText(tx: Sql, key: TextKey): Promise<StoredText | null> {
  const [row] = await tx.query<TextRow>(
    `select title, body, state, slug, version, published_title, published_body, published_version
     from article_text where account_id = $1 and article_id = $2 and language = $3`,
    [key.account, key.article, key.language],
  );
  return row === undefined ? null : toStoredText(row);
}
interface TextRow extends TextValues {
  readonly version: number;
  readonly published_title: string | null;
  readonly published_body: string | null;
  readonly published_version: number | null;
}
const toStoredText = (row: TextRow): StoredText => ({
  title: row.title,
  body: row.body,
  state: row.state,
  slug: row.slug,
  version: row.version,
  published:
    row.published_version === null
      ? null
      : {
          title: row.published_title ?? "",
          body: row.published_body ?? "",
          version: row.published_version,
        },
});

/**
 * Returns a text after a change. Another title, body or slug is a new version. `publishes`: what is
 * being written becomes public.
 */
export function changeText(
  before: StoredText | null,
  next: TextValues,
  publishes: boolean,
): StoredText {
  const isSame = before !== null && isSameContent(before, next) && before.slug === next.slug;
  const version = (before?.version ?? 0) + (isSame ? 0 : 1);
  const { title, body } = next;
  const present = before?.published ?? null;
  if (next.state !== "published") return { ...next, version, published: null };
  if (publishes || present === null || isSameContent(present, next))
    return { ...next, version, published: { title, body, version } };
  return { ...next, version, published: present };
}
const isSameContent = (a: TextContent, b: TextContent): boolean =>
  a.title === b.title && a.body === b.body;

/** Stores a text with its version, its slug and the words of what is public. */
export async function writeText(
  tx: Sql,
  key: TextKey,
  { before, text }: { readonly before: StoredText | null; readonly text: StoredText },
  { operatorId, now }: TextAuthor,
): Promise<void> {
  // Later texts have later times, because the oldest one has the first language (ART-010).
  if (before === null)
    await tx.query(
      `insert into article_text (account_id, article_id, language, title, body, state, slug, version, created_at, updated_at)
       select $1, $2, $3, '', '', 'draft', '', 0, greatest(${fromMilliseconds("$4")}, max(created_at) + interval '1 millisecond'),
         ${fromMilliseconds("$4")}
       from article_text where account_id = $1 and article_id = $2`,
      [key.account, key.article, key.language, now],
    );
  if (before?.slug !== text.slug) await claimSlug(tx, key, text.slug);
  const { published } = text;
  const shown = before?.published ?? null;
  const isShown = published !== null && shown !== null && isSameContent(published, shown);
  const words = published && !isShown ? await toWords(key, published) : null;
  await tx.query(
    `update article_text set title = $4, body = $5, state = $6, slug = $7, version = $8, updated_at = ${fromMilliseconds("$9")},
       updated_by = $10, published_title = $11, published_body = $12, published_version = $13,
       published_at = case when $14 then published_at when $13::int is not null then ${fromMilliseconds("$9")} end,
       search = case when $14 then search when $13::int is not null
         then setweight(to_tsvector($15::regconfig, $16), 'A') || setweight(to_tsvector($15::regconfig, $17), 'B') end
     where account_id = $1 and article_id = $2 and language = $3`,
    [
      key.account,
      key.article,
      key.language,
      text.title,
      text.body,
      text.state,
      text.slug,
      text.version,
      now,
      operatorId,
      published?.title,
      published?.body,
      published?.version,
      isShown,
      searchConfigOf(key.language),
      words?.title,
      words?.body,
    ],
  );
  if (!isShown) await countWords(tx, key, shown && (await toWords(key, shown)), words);
  await markFilesOfArticle(tx, key.account, text.body);
  await writeVersion(tx, key, text, { operatorId, now });
}

async function writeVersion(
  tx: Sql,
  { account, article, language }: TextKey,
  { title, body, slug, version, published }: StoredText,
  { operatorId, now }: TextAuthor,
): Promise<void> {
  const key = [account, article, language];
  await tx.query(
    `insert into article_version as v (account_id, article_id, language, version, title, body, slug, published, at, operator_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${fromMilliseconds("$9")}, $10)
     on conflict (account_id, article_id, language, version) do update set published = v.published or excluded.published`,
    [...key, version, title, body, slug, published?.version === version, now, operatorId],
  );
  await tx.query(
    `delete from article_version where account_id = $1 and article_id = $2 and language = $3 and not published
       and version <= (select version from article_version where account_id = $1 and article_id = $2 and language = $3
         and not published order by version desc offset $4 limit 1)`,
    [...key, maxDraftVersions],
  );
}

/** Deletes texts of an article, or the article with its last text. Slugs lead nowhere then. */
export async function deleteTexts(
  tx: Sql,
  account: number,
  article: number,
  languages: readonly string[],
): Promise<void> {
  for (const language of languages) {
    const key = { account, article, language };
    const text = await findStoredText(tx, key);
    if (text?.published) await countWords(tx, key, await toWords(key, text.published), null);
  }
  await tx.query(
    "update article_slug set article_id = null where account_id = $1 and article_id = $2 and language = any($3)",
    [account, article, languages],
  );
  await tx.query(
    "delete from article_text where account_id = $1 and article_id = $2 and language = any($3)",
    [account, article, languages],
  );
  await tx.query(
    `delete from article a where account_id = $1 and id = $2
       and not exists (select from article_text t where t.account_id = a.account_id and t.article_id = a.id)`,
    [account, article],
  );
}

/** Returns title and body without marks, with spaces between the words. */
async function toWords({ language }: TextKey, { title, body }: TextContent): Promise<TextContent> {
  const { articleText, parseArticle } = await import("@parlour/protocol/article/markdown");
  return {
    title: separateWords(language, title),
    body: separateWords(language, articleText(parseArticle(body))),
  };
}

/** Counts the published texts of each word, after one text changed (ART-021). */
async function countWords(
  tx: Sql,
  { account, language }: TextKey,
  before: TextContent | null,
  after: TextContent | null,
): Promise<void> {
  const listAll = (text: TextContent | null): Set<string> =>
    new Set(text === null ? [] : listWords(language, `${text.title}\n${text.body}`));
  const removed = listAll(before);
  const added = listAll(after);
  await tx.query(
    `insert into article_word as w (account_id, language, word, texts)
     select $1, $2, n.word, 1 from unnest($3::text[]) n (word)
     on conflict (account_id, language, word) do update set texts = w.texts + 1`,
    [account, language, [...added].filter((word) => !removed.has(word))],
  );
  const fewer = [account, language, [...removed].filter((word) => !added.has(word))];
  await tx.query(
    "update article_word set texts = texts - 1 where account_id = $1 and language = $2 and word = any($3)",
    fewer,
  );
  await tx.query(
    "delete from article_word where account_id = $1 and language = $2 and word = any($3) and texts < 1",
    fewer,
  );
}
