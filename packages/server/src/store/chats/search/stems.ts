import type { Reader } from "../../database/reader.ts";

/** Returns the stems of words from both stemmers of the database, or null for none. */
export async function readStems(
  reader: Reader,
  account: number,
  words: readonly string[],
): Promise<
  readonly {
    readonly word: string;
    readonly russian: string | null;
    readonly english: string | null;
  }[]
> {
  return reader.rows(
    account,
    "select q.word, (ts_lexize('russian_stem', q.word))[1] as russian, (ts_lexize('english_stem', q.word))[1] as english from unnest($1::text[]) q(word)",
    [words],
  );
}
