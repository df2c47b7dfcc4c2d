import type { Reader } from "../database/reader.ts";
import { rankTexts, type RankedText } from "./search/rank-texts.ts";
import type { SearchedTexts } from "./search/vocabulary.ts";

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

/** Characters of a body in which the excerpt is looked for. */
const excerptLength = 20_000;

export async function searchArticles(
  reader: Reader,
  account: number,
  { language, query, isExact, section, limit }: SearchQuery,
): Promise<ArticleSearch> {
  const { texts, found } = await rankTexts(reader, { account, language }, { query, isExact });
  const hits = await readSections(reader, account, language, texts);
  const chosen = hits.filter((hit) => section === null || hit.section === section).slice(0, limit);
  const unknown = [...found.corrected.keys()];
  return {
    results: await readHits(reader, account, language, chosen),
    sections: countSections(hits),
    total: hits.length,
    words: found.words,
    corrected:
      unknown.length === 0 ? null : { query: replaceWords(query, found.corrected), unknown },
  };
}

interface Hit {
  readonly article: number;
  readonly section: number;
  readonly sectionName: string;
}

/** Returns the texts with their sections, in the same order. */
function readSections(
  reader: Reader,
  account: number,
  language: string,
  texts: readonly RankedText[],
): Promise<readonly Hit[]> {
  return reader.rows<Hit>(
    account,
    `select a.id::float8 as article, s.id::float8 as section, coalesce(nullif(s.names ->> $2, ''), s.name) as "sectionName"
     from unnest($3::bigint[], $4::float8[]) r (article, points)
     join article a on a.account_id = $1 and a.id = r.article
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     order by r.points desc, a.position, a.id`,
    [account, language, texts.map(({ article }) => article), texts.map(({ points }) => points)],
    "kept",
  );
}

async function readHits(
  reader: Reader,
  account: number,
  language: string,
  hits: readonly Hit[],
): Promise<readonly SearchedArticle[]> {
  const texts = new Map(
    (await readTexts(reader, { account, language, length: excerptLength }, hits)).map((text) => [
      text.article,
      text,
    ]),
  );
  return hits.flatMap((hit) => {
    const text = texts.get(hit.article);
    const section = { id: hit.section, name: hit.sectionName };
    return text === undefined
      ? []
      : [{ title: text.title, slug: text.slug, body: text.body, section }];
  });
}

interface ReadText {
  readonly article: number;
  readonly title: string;
  readonly slug: string;
  readonly body: string;
}
/** Reads published texts. `length`: characters of the body that are read. */
export const readTexts = (
  reader: Reader,
  { account, language, length }: SearchedTexts & { readonly length: number },
  texts: readonly { readonly article: number }[],
): Promise<readonly ReadText[]> =>
  reader.rows<ReadText>(
    account,
    `select article_id::float8 as article, published_title as title, slug, left(published_body, $4) as body
     from article_text where account_id = $1 and language = $2 and article_id = any($3) and state = 'published'`,
    [account, language, texts.map(({ article }) => article), length],
    "kept",
  );

function countSections(hits: readonly Hit[]): ArticleSearch["sections"] {
  const counts = new Map<number, { id: number; name: string; count: number }>();
  for (const { section, sectionName } of hits) {
    const entry = counts.get(section) ?? { id: section, name: sectionName, count: 0 };
    entry.count += 1;
    counts.set(section, entry);
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count);
}

/** Replaces words of a query, and leaves what is between them. */
function replaceWords(query: string, words: ReadonlyMap<string, string>): string {
  return query
    .normalize("NFKC")
    .replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => words.get(word.toLowerCase()) ?? word)
    .trim();
}
