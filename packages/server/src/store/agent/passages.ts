import { maxArticleBody } from "@parlour/protocol/article/facts";
import { readTexts } from "../articles/published-search.ts";
import { rankTexts } from "../articles/search/rank-texts.ts";
import type { Reader } from "../database/reader.ts";

/** A published text with words of a question. `score`: part of the words that it has, 0 to 1. */
export interface FoundText {
  readonly article: number;
  readonly title: string;
  readonly body: string;
  readonly language: string;
  readonly slug: string;
  readonly score: number;
  /** Rank in its search: more points are better. */
  readonly points: number;
}
/** Languages that are searched if the account has no article in the language of the question. */
const maxLanguages = 5;

/** Finds published texts with words of a question, by the ranking of the help centre (HELP-030). */
export async function findPublishedTexts(
  reader: Reader,
  account: number,
  {
    language,
    languages,
    ...search
  }: Search & {
    readonly language: string | null;
    /** Those with published texts, most texts first. */
    readonly languages: readonly string[];
  },
): Promise<readonly FoundText[]> {
  const matching = languages.filter((tag) => language !== null && tag.split("-")[0] === language);
  const searched = (matching.length > 0 ? matching : languages).slice(0, maxLanguages);
  const found: FoundText[] = [];
  for (const tag of searched) found.push(...(await findInLanguage(reader, account, tag, search)));
  return found.sort((one, other) => other.points - one.points).slice(0, search.limit);
}
interface Search {
  readonly text: string;
  /** Sections of the articles. null: all. */
  readonly sections: readonly number[] | null;
  readonly limit: number;
}

async function findInLanguage(
  reader: Reader,
  account: number,
  language: string,
  { text, sections, limit }: Search,
): Promise<readonly FoundText[]> {
  const ranked = await rankTexts(
    reader,
    { account, language },
    {
      query: text,
      isExact: false,
      sections,
    },
  );
  const best = ranked.texts.slice(0, limit);
  const texts = new Map(
    (await readTexts(reader, { account, language, length: maxArticleBody }, best)).map((one) => [
      one.article,
      one,
    ]),
  );
  return best.flatMap(({ article, points, share }) => {
    const found = texts.get(article);
    if (found === undefined) return [];
    const { title, body, slug } = found;
    return [{ article, title, body, slug, language, score: share, points }];
  });
}
