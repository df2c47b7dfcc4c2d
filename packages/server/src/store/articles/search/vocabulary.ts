import { searchConfigOf } from "@parlour/protocol/article/search";
import type { Reader } from "../../database/reader.ts";

/** The published texts of an account in one language. */
export interface SearchedTexts {
  readonly account: number;
  readonly language: string;
}
/** A word, and what PostgreSQL finds it by. */
export interface Word {
  readonly word: string;
  readonly lexemes: readonly string[];
}
/** A word of published texts. */
export interface FoundWord extends Word {
  /** In how many texts it is. */
  readonly texts: number;
}
interface WordPattern {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
}

const maxWordsOfBeginning = 1_000;
/** Parts of compounds, and words with the same beginning, share at least this many letters. */
const minSharedLetters = 5;

/** Returns a word, its parts, and the beginnings of words that are near to it. */
export function listNear(entry: Word): WordPattern {
  const { word } = entry;
  if (word.length < 3) return { words: [word], beginnings: [] };
  const stems = listStems(entry);
  if (word.length < minSharedLetters) return { words: [], beginnings: [word, ...stems] };
  const parts = Array.from({ length: word.length - minSharedLetters }, (_, at) => [
    word.slice(0, minSharedLetters + at),
    word.slice(at + 1),
  ]);
  return { words: [word, ...parts.flat()], beginnings: [toBeginning(word), ...stems] };
}

/** Returns the beginning that the forms of a word have in common. */
export const listStems = ({ word, lexemes }: Word): readonly string[] =>
  lexemes.filter((lexeme) => lexeme.length > 2 && word.startsWith(lexeme));

/** Tells whether a word is a part of another one, or both have the same beginning. */
export function sharesPart(word: string, other: string): boolean {
  if (word.length < minSharedLetters) return other.startsWith(word);
  return (
    other.startsWith(toBeginning(word)) ||
    (other.length >= minSharedLetters && (word.startsWith(other) || word.endsWith(other)))
  );
}
const toBeginning = (word: string): string =>
  word.slice(0, Math.max(minSharedLetters, Math.ceil(word.length * 0.6)));

/** Returns those of the words that published texts have, and words with the beginnings. */
export async function readWords(
  reader: Reader,
  { account, language }: SearchedTexts,
  { words, beginnings }: WordPattern,
): Promise<readonly FoundWord[]> {
  if (words.length + beginnings.length === 0) return [];
  return reader.rows<FoundWord>(
    account,
    `select word, texts, tsvector_to_array(to_tsvector($3::regconfig, word)) as lexemes
     from (
       select word, texts from article_word where account_id = $1 and language = $2 and word = any($4)
       union
       select w.word, w.texts from unnest($5::text[]) q (beginning)
       cross join lateral (
         select word, texts from article_word
         where account_id = $1 and language = $2 and word >= q.beginning collate "C" and word < (q.beginning || U&'\\+10FFFF') collate "C"
         order by word limit ${maxWordsOfBeginning}) w) found`,
    [account, language, searchConfigOf(language), words, [...new Set(beginnings)]],
  );
}

/** Returns the words with their lexemes. Stop words have none. */
export function readLexemes(
  reader: Reader,
  { account, language }: SearchedTexts,
  words: readonly string[],
): Promise<readonly Word[]> {
  return reader.rows<Word>(
    account,
    `select word, tsvector_to_array(to_tsvector($1::regconfig, word)) as lexemes
     from unnest($2::text[]) with ordinality q (word, n) order by n`,
    [searchConfigOf(language), words],
  );
}
