import { listWords } from "@parlour/protocol/article/search";
import type { Reader } from "../../database/reader.ts";
import { readLexemes, type SearchedTexts, type Word } from "./vocabulary.ts";
import { wordLists } from "./word-lists.ts";

/** The word lists of a language. */
export interface Synonyms {
  readonly words: readonly Word[];
  /** Tells whether a word says nothing about the subject, as all stop words. */
  isIgnored(word: Word): boolean;
  /** Tells whether a word is in a group. It has no typing error then. */
  has(word: Word): boolean;
  /** Returns other words of the groups that have one of the lexemes. */
  find(lexemes: readonly string[]): readonly Word[];
}

/** Lists never change, so each is read once. */
const readLists = new Map<string, Synonyms>();

/** Returns the lists of a language. They are empty for a language without lists. */
export async function readSynonyms(reader: Reader, texts: SearchedTexts): Promise<Synonyms> {
  const language = texts.language.split("-")[0] ?? texts.language;
  const present = readLists.get(language);
  if (present !== undefined) return present;
  const { ignored = "", synonyms = [] } = wordLists[language] ?? {};
  const words = await readLexemes(
    reader,
    { ...texts, language },
    listWords(language, [ignored, ...synonyms].join(" ")),
  );
  const lexemes = new Map(words.map((entry) => [entry.word, entry.lexemes]));
  const toWords = (text: string): readonly Word[] =>
    listWords(language, text).map((word) => ({ word, lexemes: lexemes.get(word) ?? [] }));
  const created = createSynonyms(toWords(ignored), synonyms.map(toWords));
  readLists.set(language, created);
  return created;
}

function createSynonyms(
  ignoredWords: readonly Word[],
  groups: readonly (readonly Word[])[],
): Synonyms {
  const ignored = new Set(ignoredWords.flatMap(({ lexemes }) => lexemes));
  const members = groups.flatMap((group) =>
    group.flatMap(({ lexemes }) => lexemes.map((lexeme) => ({ lexeme, group }))),
  );
  const groupsOf = Map.groupBy(members, ({ lexeme }) => lexeme);
  return {
    words: groups.flat(),
    isIgnored: ({ lexemes }) => lexemes.every((lexeme) => ignored.has(lexeme)),
    has: ({ lexemes }) => lexemes.some((lexeme) => groupsOf.has(lexeme)),
    find: (lexemes) =>
      lexemes
        .flatMap((lexeme) => groupsOf.get(lexeme) ?? [])
        .flatMap(({ group }) => group)
        .filter((entry) => !entry.lexemes.some((lexeme) => lexemes.includes(lexeme))),
  };
}
