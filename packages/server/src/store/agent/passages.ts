import { searchConfigOf, separateWords } from "@parlour/protocol/article/search";
import type { Sql } from "../database/sql.ts";

/** A published text with words of a question. `score`: part of the words that it has, 0 to 1. */
export interface FoundText {
  readonly title: string;
  readonly body: string;
  readonly language: string;
  readonly slug: string;
  readonly score: number;
}
/** Languages that are searched if the account has no article in the language of the question. */
const maxLanguages = 5;

/** Finds published texts with words of a question, the best one first. */
export async function findPublishedTexts(
  sql: Sql,
  account: number,
  {
    language,
    languages,
    text,
    limit,
  }: {
    readonly language: string | null;
    /** Those with published texts, most texts first. */
    readonly languages: readonly string[];
    readonly text: string;
    readonly limit: number;
  },
): Promise<readonly FoundText[]> {
  const matching = languages.filter((tag) => language !== null && tag.split("-")[0] === language);
  const searched = (matching.length > 0 ? matching : languages).slice(0, maxLanguages);
  const found: FoundText[] = [];
  for (const tag of searched) found.push(...(await search(sql, account, tag, { text, limit })));
  return found.sort((one, other) => other.score - one.score).slice(0, limit);
}

async function search(
  sql: Sql,
  account: number,
  language: string,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<readonly FoundText[]> {
  const rows = await sql.query<Omit<FoundText, "language">>(
    `with word as (select lexeme from unnest(to_tsvector($3::text::regconfig, $4))),
       question as (select string_agg(quote_literal(lexeme), ' | ')::tsquery as query, count(*)::float8 as words from word)
     select t.published_title as title, t.published_body as body, t.slug,
       (select count(*) from word w where t.search @@ quote_literal(w.lexeme)::tsquery) / q.words as score
     from question q join article_text t on t.account_id = $1 and t.language = $2 and t.state = 'published' and t.search @@ q.query
     order by score desc, ts_rank_cd(t.search, q.query) desc, t.article_id limit $5`,
    [account, language, searchConfigOf(language), separateWords(language, text), limit],
  );
  return rows.map((row) => ({ ...row, language }));
}
