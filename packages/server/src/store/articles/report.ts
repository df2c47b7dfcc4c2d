import { searchConfigOf, separateWords } from "@parlour/protocol/article/search";
import { toInteger, toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds } from "../database/sql.ts";

/** What readers of the help centre did in a period (ART-040). Days are as `2026-11-20`. */

interface Days {
  readonly from: string;
  readonly to: string;
}
/** Searches without a result that are read. */
const maxSearches = 300;

export interface ReaderFigures {
  readonly article: number;
  readonly views: number;
  readonly helpful: number;
  readonly notHelpful: number;
}
export const readArticleDays = (
  reader: Reader,
  account: number,
  { from, to }: Days,
): Promise<readonly ReaderFigures[]> =>
  reader.rows(
    account,
    `select article_id::float8 as article, sum(views)::float8 as views, sum(helpful)::float8 as helpful,
       sum(not_helpful)::float8 as "notHelpful"
     from article_day where account_id = $1 and day between $2 and $3 group by article_id`,
    [account, from, to],
  );

/** A search as readers wrote it, with the words that the search finds it by. */
export interface MissedSearch {
  readonly query: string;
  readonly language: string;
  readonly times: number;
  readonly lexemes: readonly string[];
}
/** Returns the number of searches, and those that found nothing, the most frequent first. */
export async function readSearches(
  reader: Reader,
  account: number,
  { from, to }: Days,
): Promise<{ readonly searches: number; readonly missed: readonly MissedSearch[] }> {
  const days = [account, from, to];
  const [all, missed] = await Promise.all([
    reader.one<{ times: number }>(
      account,
      `select coalesce(sum(times), 0)::float8 as times from article_search_day
       where account_id = $1 and day between $2 and $3`,
      days,
    ),
    reader.rows<Omit<MissedSearch, "lexemes">>(
      account,
      `select query, language, sum(times)::float8 as times from article_search_day
       where account_id = $1 and day between $2 and $3 group by query, language having max(found) = 0
       order by times desc, query, language limit ${maxSearches}`,
      days,
    ),
  ]);
  const lexemes = await readLexemesOf(reader, account, missed);
  return {
    searches: all?.times ?? 0,
    missed: missed.map((search, n) => ({ ...search, lexemes: lexemes[n] ?? [] })),
  };
}

async function readLexemesOf(
  reader: Reader,
  account: number,
  searches: readonly { readonly query: string; readonly language: string }[],
): Promise<readonly (readonly string[])[]> {
  const rows = await reader.rows<{ lexemes: string[] }>(
    account,
    `select tsvector_to_array(to_tsvector(q.config::regconfig, q.query)) as lexemes
     from unnest($1::text[], $2::text[]) with ordinality q (config, query, n) order by n`,
    [
      searches.map(({ language }) => searchConfigOf(language)),
      searches.map(({ language, query }) => separateWords(language, query)),
    ],
  );
  return rows.map(({ lexemes }) => lexemes);
}

/** Counts the chats of visitors by the page where they began, for pages of a help centre. */
export const countStartPages = (
  reader: Reader,
  account: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly { readonly url: string; readonly chats: number }[]> =>
  reader.rows(
    account,
    `select p.url, count(*)::float8 as chats from chat_fact f
     join chat c on c.account_id = f.account_id and c.id = f.chat_id
     cross join lateral (select split_part(split_part(c.body::jsonb -> 'page' ->> 'url', '#', 1), '?', 1) as url) p
     where f.account_id = $1 and f.kind = 'visitor' and f.begun_at >= ${fromMilliseconds("$2")}
       and f.begun_at < ${fromMilliseconds("$3")} and strpos(c.body, '/help/') > 0 and strpos(p.url, '/help/') > 0
     group by p.url`,
    [account, from, to],
  );

/** Returns the articles that addresses lead to, by index of the address. */
export async function findArticlesOfSlugs(
  reader: Reader,
  account: number,
  addresses: readonly { readonly language: string; readonly slug: string }[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.rows<{ n: number; article: number }>(
    account,
    `select l.n::int as n, s.article_id::float8 as article
     from unnest($2::text[], $3::text[]) with ordinality l (language, slug, n)
     join article_slug s on s.account_id = $1 and s.language = l.language and s.slug = l.slug
     where s.article_id is not null`,
    [account, addresses.map(({ language }) => language), addresses.map(({ slug }) => slug)],
  );
  return new Map(rows.map(({ n, article }) => [n - 1, article]));
}

interface ArticleName {
  readonly id: number;
  readonly section_id: number;
  readonly title: string;
}
/** Returns sections and titles of articles, in their first language. */
export async function readArticleNames(
  reader: Reader,
  account: number,
  articles: readonly number[],
): Promise<readonly ArticleName[]> {
  const rows = await reader.rows<{ id: string; section_id: string; title: string }>(
    account,
    `select distinct on (a.id) a.id, a.section_id, t.title from article a
     join article_text t on t.account_id = a.account_id and t.article_id = a.id
     where a.account_id = $1 and a.id = any($2) order by a.id, t.created_at, t.language`,
    [account, articles],
  );
  return rows.map(({ id, section_id, title }) => ({
    id: toInteger(id),
    section_id: toInteger(section_id),
    title,
  }));
}

export interface ArticleComment {
  readonly id: number;
  readonly language: string;
  readonly text: string;
  readonly at: string;
}
/** Returns what readers missed in an article, newest first. `before`: id of the last one. */
export async function listArticleComments(
  reader: Reader,
  account: number,
  article: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly ArticleComment[]> {
  const rows = await reader.rows<{ id: string; language: string; text: string; at: Date }>(
    account,
    `select id, language, text, at from article_comment
     where account_id = $1 and article_id = $2 and id < $3 order by id desc limit $4`,
    [account, article, before, limit],
  );
  return rows.map(({ id, at, ...comment }) => ({
    ...comment,
    id: toInteger(id),
    at: toIsoTime(at),
  }));
}
