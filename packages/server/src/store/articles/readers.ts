import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** What readers of the help centre did (HELP-050). */

interface TextKey {
  readonly account: number;
  readonly article: number;
  readonly language: string;
}
interface ReaderCounts {
  readonly texts: readonly (TextKey & {
    readonly views: number;
    readonly helpful: number;
    readonly notHelpful: number;
  })[];
  readonly searches: readonly {
    readonly account: number;
    readonly language: string;
    readonly query: string;
    readonly times: number;
    readonly found: number;
  }[];
}

/** SQL: the day in the time zone of the account `a`. `$1`: now. */
const dayOfAccount = `(${fromMilliseconds("$1")} at time zone coalesce(a.settings #>> '{working_hours,timezone}', 'UTC'))::date`;

/** Adds counts to those of the day. Texts that were deleted meanwhile are left out. */
export async function addReaderCounts(
  sql: Sql,
  { texts, searches }: ReaderCounts,
  now: number,
): Promise<void> {
  if (texts.length > 0)
    await sql.query(
      `insert into article_day as d (account_id, article_id, language, day, views, helpful, not_helpful)
       select a.id, x.id, c.language, ${dayOfAccount}, c.views, c.helpful, c.not_helpful
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::int[], $6::int[], $7::int[]) c (account, article, language, views, helpful, not_helpful)
       join account a on a.id = c.account join article x on x.account_id = c.account and x.id = c.article
       order by 1, 2, 3
       on conflict (account_id, article_id, language, day) do update
         set views = d.views + excluded.views, helpful = d.helpful + excluded.helpful, not_helpful = d.not_helpful + excluded.not_helpful`,
      [
        now,
        texts.map(({ account }) => account),
        texts.map(({ article }) => article),
        texts.map(({ language }) => language),
        texts.map(({ views }) => views),
        texts.map(({ helpful }) => helpful),
        texts.map(({ notHelpful }) => notHelpful),
      ],
    );
  if (searches.length > 0)
    await sql.query(
      `insert into article_search_day as d (account_id, day, language, query, times, found)
       select a.id, ${dayOfAccount}, c.language, c.query, c.times, c.found
       from unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::int[]) c (account, language, query, times, found)
       join account a on a.id = c.account order by 1, 3, 4
       on conflict (account_id, day, language, query) do update set times = d.times + excluded.times, found = excluded.found`,
      [
        now,
        searches.map(({ account }) => account),
        searches.map(({ language }) => language),
        searches.map(({ query }) => query),
        searches.map(({ times }) => times),
        searches.map(({ found }) => found),
      ],
    );
}

/** Stores what a reader missed in a text. */
export async function addArticleComment(
  sql: Sql,
  { account, article, language }: TextKey,
  text: string,
  now: number,
): Promise<void> {
  await sql.query(
    `insert into article_comment (account_id, article_id, language, text, at) values ($1, $2, $3, $4, ${fromMilliseconds("$5")})`,
    [account, article, language, text, now],
  );
}
