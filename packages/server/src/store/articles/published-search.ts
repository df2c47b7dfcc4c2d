import { listWords, searchConfigOf } from "@parlour/protocol/article/search";
import type { Reader } from "../database/reader.ts";

/** Search of published texts (HELP-030). */

interface SearchedArticle {
  readonly title: string;
  readonly slug: string;
  readonly body: string;
  readonly section: { readonly id: number; readonly name: string };
}
export interface ArticleSearch {
  /** Best first, at most `limit`. */
  readonly results: readonly SearchedArticle[];
  /** Found articles by section, most first. */
  readonly sections: readonly {
    readonly id: number;
    readonly name: string;
    readonly count: number;
  }[];
  readonly total: number;
  /** Words that the texts contain, for the marks. */
  readonly words: readonly string[];
  /** Set if a word was not in any text and another one was taken instead. */
  readonly corrected: { readonly query: string; readonly unknown: readonly string[] } | null;
}
interface SearchQuery {
  readonly language: string;
  readonly query: string;
  /** Words are taken as they are. */
  readonly isExact: boolean;
  readonly section: number | null;
  readonly limit: number;
}
/** A word of a search, with words of the texts that begin with it. */
interface Term {
  readonly word: string;
  readonly beginnings: readonly string[];
  /** In how many texts it is. 0: in none. */
  readonly texts: number;
}

const maxTerms = 8;
const maxBeginnings = 8;
/** Found texts that are ranked. */
const maxRanked = 300;
/** Shorter words are not corrected. */
const minCorrected = 4;

export async function searchArticles(
  reader: Reader,
  account: number,
  { language, query, isExact, section, limit }: SearchQuery,
): Promise<ArticleSearch> {
  const words = listWords(language, query).slice(0, maxTerms);
  const found = words.length === 0 ? [] : await findTerms(reader, account, language, words);
  const terms = isExact ? found : await correctTerms(reader, account, language, found);
  const unknown = found.filter((term, n) => term.word !== terms[n]?.word).map(({ word }) => word);
  const hits = await findHits(reader, account, language, terms);
  const chosen = hits.filter((hit) => section === null || hit.section === section).slice(0, limit);
  const texts = await readHits(reader, account, language, chosen);
  return {
    results: texts,
    sections: countSections(hits),
    total: hits.length,
    words: terms.flatMap(({ word, beginnings }) => [word, ...beginnings]),
    corrected: unknown.length === 0 ? null : { query: replaceWords(query, found, terms), unknown },
  };
}

/** Reads in how many texts each word is, and which words begin with it. */
async function findTerms(
  reader: Reader,
  account: number,
  language: string,
  words: readonly string[],
): Promise<readonly Term[]> {
  const rows = await reader.rows<{ n: number; word: string; texts: number }>(
    account,
    `select q.n::int as n, w.word, w.texts from unnest($3::text[]) with ordinality q (word, n)
     cross join lateral (select word, texts from article_word
       where account_id = $1 and language = $2 and word >= q.word collate "C" and word < (q.word || U&'\\+10FFFF') collate "C"
       order by word limit 200) w`,
    [account, language, words],
  );
  return words.map((word, index) => {
    const own = rows.filter(({ n }) => n === index + 1);
    const beginnings = own
      .filter((row) => row.word !== word)
      .toSorted((one, other) => other.texts - one.texts)
      .slice(0, maxBeginnings);
    return {
      word,
      beginnings: beginnings.map((row) => row.word),
      texts: own.reduce((sum, row) => sum + row.texts, 0),
    };
  });
}

/** Replaces words that are in no text by the most frequent word with one typing error. */
async function correctTerms(
  reader: Reader,
  account: number,
  language: string,
  terms: readonly Term[],
): Promise<readonly Term[]> {
  return Promise.all(
    terms.map(async (term) => {
      const letters = Array.from(term.word);
      if (term.texts > 0 || letters.length < minCorrected) return term;
      // An error leaves the beginning or the end as it is, also two letters in the wrong order.
      const half = Math.floor((letters.length - 1) / 2);
      const rows = await reader.rows<{ word: string; texts: number }>(
        account,
        `select word, texts from article_word where account_id = $1 and language = $2
           and char_length(word) between $3 and $4 and (word like $5 or word like $6) order by texts desc, word limit 1000`,
        [
          account,
          language,
          letters.length - 1,
          letters.length + 1,
          `${letters.slice(0, half).join("")}%`,
          `%${letters.slice(-half).join("")}`,
        ],
      );
      const similar = rows.find(({ word }) => isOneErrorApart(letters, Array.from(word)));
      return similar ? { word: similar.word, beginnings: [], texts: similar.texts } : term;
    }),
  );
}

/** One letter more, less or different, or two neighbours in the other order. */
function isOneErrorApart(one: readonly string[], other: readonly string[]): boolean {
  if (one.length < other.length) return isOneErrorApart(other, one);
  const at = one.findIndex((letter, n) => letter !== other[n]);
  if (at < 0) return false;
  const rest = (letters: readonly string[], from: number): string => letters.slice(from).join("\0");
  if (one.length > other.length) return rest(one, at + 1) === rest(other, at);
  return (
    rest(one, at + 1) === rest(other, at + 1) ||
    (one[at] === other[at + 1] &&
      one[at + 1] === other[at] &&
      rest(one, at + 2) === rest(other, at + 2))
  );
}

interface Hit {
  readonly article: number;
  readonly section: number;
  readonly sectionName: string;
}

/** Returns the texts with all words, best first; if there is none, those with the rarest words. */
async function findHits(
  reader: Reader,
  account: number,
  language: string,
  terms: readonly Term[],
): Promise<readonly Hit[]> {
  if (terms.length === 0) return [];
  const all = await rankTexts(reader, account, { language, terms, operator: "&" });
  if (all.length > 0 || terms.length === 1) return all;
  const rarest = terms
    .filter(({ texts }) => texts > 0)
    .toSorted((one, other) => one.texts - other.texts)
    .slice(0, 3);
  return rarest.length === 0
    ? []
    : rankTexts(reader, account, { language, terms: rarest, operator: "|" });
}

/**
 * Ranks texts by their words: rare words count more, and those of the title five times. Titles
 * come first, so that a frequent word does not hide the article about it.
 */
async function rankTexts(
  reader: Reader,
  account: number,
  {
    language,
    terms,
    operator,
  }: { readonly language: string; readonly terms: readonly Term[]; readonly operator: "&" | "|" },
): Promise<readonly Hit[]> {
  const groups = terms.map(
    ({ word, beginnings }) => `(${[`${word}:*`, ...beginnings].join(" | ")})`,
  );
  const inTitle = terms.map(
    ({ word, beginnings }) =>
      `(${[`${word}:*A`, ...beginnings.map((one) => `${one}:A`)].join(" | ")})`,
  );
  return reader.rows<Hit>(
    account,
    `with c as (
       (select t.article_id, t.search from article_text t where t.account_id = $1 and t.language = $2 and t.state = 'published'
          and t.search @@ to_tsquery($3::regconfig, $5) limit ${maxRanked})
       union
       (select t.article_id, t.search from article_text t where t.account_id = $1 and t.language = $2 and t.state = 'published'
          and t.search @@ to_tsquery($3::regconfig, $4) limit ${maxRanked}))
     select c.article_id::float8 as article, s.id::float8 as section, coalesce(nullif(s.names ->> $2, ''), s.name) as "sectionName"
     from c join article a on a.account_id = $1 and a.id = c.article_id
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     cross join lateral (select sum(ts_rank('{0, 0, 0.2, 1}', c.search, to_tsquery($3::regconfig, g.query)) * g.weight) as value
       from unnest($6::text[], $7::float8[]) g (query, weight)) r
     order by r.value desc, a.position, a.id limit ${maxRanked}`,
    [
      account,
      language,
      searchConfigOf(language),
      groups.join(` ${operator} `),
      inTitle.join(` ${operator} `),
      // The word itself counts besides its beginnings: "pan" before "pancake".
      [...groups, ...terms.map(({ word }) => word)],
      [...terms, ...terms].map(({ texts }) => 1 / Math.log2(2 + texts)),
    ],
  );
}

async function readHits(
  reader: Reader,
  account: number,
  language: string,
  hits: readonly Hit[],
): Promise<readonly SearchedArticle[]> {
  const rows = await reader.rows<{ article: number; title: string; slug: string; body: string }>(
    account,
    `select article_id::float8 as article, published_title as title, slug, left(published_body, 20000) as body
     from article_text where account_id = $1 and language = $2 and article_id = any($3) and state = 'published'`,
    [account, language, hits.map(({ article }) => article)],
  );
  const texts = new Map(rows.map((row) => [row.article, row]));
  return hits.flatMap((hit) => {
    const text = texts.get(hit.article);
    const section = { id: hit.section, name: hit.sectionName };
    return text === undefined
      ? []
      : [{ title: text.title, slug: text.slug, body: text.body, section }];
  });
}

function countSections(hits: readonly Hit[]): ArticleSearch["sections"] {
  const counts = new Map<number, { id: number; name: string; count: number }>();
  for (const { section, sectionName } of hits) {
    const entry = counts.get(section) ?? { id: section, name: sectionName, count: 0 };
    entry.count += 1;
    counts.set(section, entry);
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count);
}

function replaceWords(query: string, from: readonly Term[], to: readonly Term[]): string {
  const words = new Map(from.map(({ word }, n) => [word, to[n]?.word ?? word]));
  return query
    .normalize("NFKC")
    .replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
      const other = words.get(word.toLowerCase());
      return other === undefined || other === word.toLowerCase() ? word : other;
    })
    .trim();
}
