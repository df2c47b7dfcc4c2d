import { listWords, searchConfigOf, separateWords } from "@parlour/protocol/article/search";
import { readSynonyms } from "../articles/search/synonyms.ts";
import { readLexemes } from "../articles/search/vocabulary.ts";
import type { Reader } from "../database/reader.ts";

/** A quick reply with words of a question. `score`: part of the words that it has, 0 to 1. */
export interface FoundReply extends StoredReply {
  readonly score: number;
}
interface StoredReply {
  readonly id: number;
  readonly language: string;
  readonly shortcut: string;
  readonly text: string;
}

/** Words of a question that are compared, as those of a search of articles. */
const maxWords = 12;

/**
 * Finds the quick replies that agents answer from and that have words of a question, the best one
 * first (AGENT-027): those in its language and those for any language. `language`: null if it is
 * unknown.
 */
export async function findAgentReplies(
  reader: Reader,
  account: number,
  {
    language,
    text,
    limit,
  }: { readonly language: string | null; readonly text: string; readonly limit: number },
): Promise<readonly FoundReply[]> {
  const replies = await reader.rows<StoredReply>(
    account,
    `${selectReplies} and scope <> 'own' and ($2::text is null or language = '' or lower(split_part(language, '-', 1)) = $2)
     order by id`,
    [account, language],
  );
  // Most accounts have none, and each message is searched.
  if (replies.length === 0) return [];
  const searched = { account, language: language ?? "" };
  const synonyms = await readSynonyms(reader, searched);
  const words = await readLexemes(
    reader,
    searched,
    listWords(searched.language, text).slice(0, maxWords),
  );
  const asked = words.filter((word) => !synonyms.isIgnored(word));
  if (asked.length === 0) return [];
  const meanings = asked.map(
    ({ lexemes }) =>
      new Set([...lexemes, ...synonyms.find(lexemes).flatMap((word) => word.lexemes)]),
  );
  const lexemes = await readReplyLexemes(reader, account, searched.language, replies);
  return replies
    .map((reply, n) => {
      const found = lexemes[n] ?? [];
      const count = meanings.filter((meaning) => found.some((one) => meaning.has(one))).length;
      return { ...reply, score: count / meanings.length };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}
const selectReplies =
  "select id::float8 as id, language, shortcut, text from canned_reply where account_id = $1 and for_agents";

/** Returns those of the quick replies that agents answer from. */
export const readAgentReplies = (
  reader: Reader,
  account: number,
  ids: readonly number[],
): Promise<readonly StoredReply[]> =>
  reader.rows<StoredReply>(
    account,
    `${selectReplies} and scope <> 'own' and id = any($2::bigint[])`,
    [account, ids],
  );

/** Returns the lexemes of shortcut and text of each reply. */
async function readReplyLexemes(
  reader: Reader,
  account: number,
  language: string,
  replies: readonly StoredReply[],
): Promise<readonly (readonly string[])[]> {
  const rows = await reader.rows<{ lexemes: readonly string[] }>(
    account,
    `select tsvector_to_array(to_tsvector($1::regconfig, text)) as lexemes
     from unnest($2::text[]) with ordinality q (text, n) order by n`,
    [
      searchConfigOf(language),
      replies.map(({ shortcut, text }) => separateWords(language, `${shortcut} ${text}`)),
    ],
  );
  return rows.map(({ lexemes }) => lexemes);
}
