import { listWords } from "@parlour/protocol/article/search";
import type { Reader } from "../../database/reader.ts";
import { findTerms, type FoundTerms, type SearchTerm } from "./find-terms.ts";
import type { SearchedTexts } from "./vocabulary.ts";

/** A published text that a search found. */
export interface RankedText {
  readonly article: number;
  readonly points: number;
  /** Part of the words of the search that the text has, 0 to 1. */
  readonly share: number;
}
export interface RankedTexts {
  /** Best first. */
  readonly texts: readonly RankedText[];
  readonly found: FoundTerms;
}

const maxWords = 12;
/** Found texts that are ranked. */
const maxRanked = 150;
/** Texts with less than this share of the points of the best one are left out. */
const minShareOfBest = 0.2;

/** Ranks the published texts of a language by the words of a search (HELP-030). */
export async function rankTexts(
  reader: Reader,
  searched: SearchedTexts,
  {
    query,
    isExact,
    sections = null,
  }: {
    readonly query: string;
    readonly isExact: boolean;
    /** Sections whose articles count. null: all. */
    readonly sections?: readonly number[] | null;
  },
): Promise<RankedTexts> {
  const total = await countTexts(reader, searched);
  const words = listWords(searched.language, query).slice(0, maxWords);
  const found = await findTerms(reader, { ...searched, total }, { words, isExact });
  const ranked = await findTexts(reader, searched, found.terms);
  const texts = sections === null ? ranked : await filterTexts(reader, searched, ranked, sections);
  const [best] = texts;
  const least = (best?.points ?? 0) * minShareOfBest;
  return { texts: texts.filter(({ points }) => points >= least), found };
}

async function countTexts(reader: Reader, { account, language }: SearchedTexts): Promise<number> {
  const row = await reader.one<{ total: number }>(
    account,
    `select count(*)::int as total from article_text where account_id = $1 and language = $2 and state = 'published'`,
    [account, language],
    "kept",
  );
  return row?.total ?? 0;
}

/**
 * Only texts with one of the rarest terms, with a word in the title, or with all words, are ranked,
 * so that a frequent word does not read all texts.
 */
async function findTexts(
  reader: Reader,
  { account, language }: SearchedTexts,
  terms: readonly SearchTerm[],
): Promise<readonly RankedText[]> {
  if (terms.length === 0) return [];
  const whole = terms.filter(({ isPart }) => !isPart);
  const main = whole.length > 0 ? whole : terms;
  const words = [...Map.groupBy(main, ({ word }) => word).values()];
  return reader.rows<RankedText>(
    account,
    `select article::float8 as article, points, share from article_search_find($1, $2, $3, $4, $5, $6, $7, ${maxRanked})`,
    [
      language,
      terms.map((term) => toQuery([term])),
      terms.map(({ word }) => word),
      // ts_rank divides by the number of lexemes.
      terms.map(({ weight, lexemes }) => weight * lexemes.length),
      new Set(terms.map(({ word }) => word)).size,
      toQuery(main),
      [words.map((some) => `(${toQuery(some)})`).join(" & "), toQuery(listRarest(terms))],
    ],
  );
}

async function filterTexts(
  reader: Reader,
  { account }: SearchedTexts,
  texts: readonly RankedText[],
  sections: readonly number[],
): Promise<readonly RankedText[]> {
  const rows = await reader.rows<{ id: number }>(
    account,
    `select id::float8 as id from article where account_id = $1 and id = any($2::bigint[]) and section_id = any($3::bigint[])`,
    [account, texts.map(({ article }) => article), sections],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return texts.filter(({ article }) => ids.has(article));
}

const toQuery = (terms: readonly SearchTerm[]): string =>
  terms
    .flatMap(({ lexemes }) => lexemes)
    .map((lexeme) => `'${lexeme.replaceAll(/['\\]/g, "$&$&")}'`)
    .join(" | ");

/** Returns the terms that say most, as long as few texts have them, and at least one. */
function listRarest(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const sorted = terms.toSorted((one, other) => one.texts - other.texts);
  let texts = 0;
  return sorted.filter((term, index) => {
    texts += term.texts;
    return index === 0 || texts <= maxRanked;
  });
}
