import type { Reader } from "../../database/reader.ts";
import { readSynonyms, type Synonyms } from "./synonyms.ts";
import { isOneErrorApart, listTypingErrors } from "./typing-errors.ts";
import {
  listNear,
  listStems,
  readLexemes,
  readWords,
  sharesPart,
  type FoundWord,
  type SearchedTexts,
  type Word,
} from "./vocabulary.ts";

/** One meaning of a word of a search: texts with one of the lexemes get points. */
export interface SearchTerm {
  readonly word: string;
  readonly lexemes: readonly string[];
  /** Whether the word only shares a part with those of the texts. */
  readonly isPart: boolean;
  /** In about how many texts one of the lexemes is. */
  readonly texts: number;
  /** Points of a text for one of the lexemes in its title. Rare words have more. */
  readonly weight: number;
}
export interface FoundTerms {
  readonly terms: readonly SearchTerm[];
  /** Words of the texts that are those of the search, with other endings and synonyms. */
  readonly words: readonly string[];
  /** Words with a typing error, and what was taken instead. */
  readonly corrected: ReadonlyMap<string, string>;
}
interface AskedWord extends Word {
  /** Words without the typing error, best first. */
  readonly corrections: readonly FoundWord[];
}
interface Vocabulary {
  readonly synonyms: Synonyms;
  /** Words of the texts that are near to those of the search. */
  readonly found: readonly FoundWord[];
  /** Number of published texts. */
  readonly total: number;
}

/** Shares of the points of a word, for what is only near to it. */
const shares = {
  word: 1,
  correction: 0.8,
  otherStart: 0.3,
  synonym: 0.65,
  part: 0.5,
  partOfKnownWord: 0.25,
};

/**
 * Returns the terms of a search: for each word the word itself, the one without a typing error,
 * synonyms, and parts of compounds and beginnings (ART-021). `isExact`: words have no errors.
 */
export async function findTerms(
  reader: Reader,
  texts: SearchedTexts & { readonly total: number },
  { words, isExact }: { readonly words: readonly string[]; readonly isExact: boolean },
): Promise<FoundTerms> {
  const synonyms = await readSynonyms(reader, texts);
  const searched = (await readLexemes(reader, texts, words)).filter(
    ({ lexemes }) => lexemes.length > 0,
  );
  const specific = searched.filter((entry) => !synonyms.isIgnored(entry));
  const asked = (specific.length > 0 ? specific : searched).map((entry): AskedWord => ({
    ...entry,
    corrections: [],
  }));
  const near = await readNear(reader, texts, synonyms, asked);
  const unknown = asked.filter(
    (entry) =>
      !isExact && !synonyms.has(entry) && !near.some((word) => isForm(word, entry.lexemes)),
  );
  const corrected = await correctWords(reader, texts, synonyms, unknown);
  const nearCorrected = await readNear(reader, texts, synonyms, corrected);
  const found = [...new Map([...near, ...nearCorrected].map((word) => [word.word, word])).values()];
  const vocabulary = { synonyms, found, total: texts.total };
  const meant = asked.map((entry) => corrected.find(({ word }) => word === entry.word) ?? entry);
  const meanings = meant.flatMap((entry) => listMeanings(entry, vocabulary));
  const marked = meanings.filter(({ share }) => share >= shares.synonym);
  return {
    terms: meanings.flatMap((meaning) => toTerm(meaning, vocabulary)),
    words: found
      .filter((word) => marked.some(({ lexemes }) => isForm(word, lexemes)))
      .map(({ word }) => word),
    corrected: new Map(
      corrected.flatMap(({ word, corrections }) =>
        corrections.slice(0, 1).map((correction) => [word, correction.word] as const),
      ),
    ),
  };
}

const isForm = (word: Word, lexemes: readonly string[]): boolean =>
  word.lexemes.some((lexeme) => lexemes.includes(lexeme));

/** Reads words of the texts that are near to these ones and to their synonyms. */
function readNear(
  reader: Reader,
  texts: SearchedTexts,
  synonyms: Synonyms,
  asked: readonly AskedWord[],
): Promise<readonly FoundWord[]> {
  const forms = asked.flatMap((entry) => [entry, ...entry.corrections]);
  const near = forms.map(listNear);
  const others = synonyms.find(forms.flatMap(({ lexemes }) => lexemes));
  return readWords(reader, texts, {
    words: [...near.flatMap(({ words }) => words), ...others.map(({ word }) => word)],
    beginnings: [...near.flatMap(({ beginnings }) => beginnings), ...others.flatMap(listStems)],
  });
}

/** Shorter words have too many neighbours. */
const minCorrectedLength = 4;
/** Each one is compared with many words. */
const maxCorrected = 4;
const minLengthOfOtherStart = 5;
const minStemLength = 5;

/** Returns those of the unknown words that have a typing error. */
async function correctWords(
  reader: Reader,
  texts: SearchedTexts,
  synonyms: Synonyms,
  unknown: readonly AskedWord[],
): Promise<readonly AskedWord[]> {
  const long = unknown
    .filter(({ word }) => word.length >= minCorrectedLength)
    .slice(0, maxCorrected);
  const found = await readWords(reader, texts, {
    words: long.flatMap(({ word }) => listTypingErrors(word)),
    beginnings: long.map(({ word }) => word.slice(0, 2)),
  });
  const listed = synonyms.words.map((entry): FoundWord => ({ ...entry, texts: 0 }));
  return long
    .map((entry) => ({ ...entry, corrections: findCorrections(entry, found, listed) }))
    .filter(({ corrections }) => corrections.length > 0);
}

/** Returns the words of which one was meant. Few people get the first letter wrong. */
function findCorrections(
  { word, lexemes }: Word,
  found: readonly FoundWord[],
  listed: readonly FoundWord[],
): readonly FoundWord[] {
  const hasSameStart = (other: Word): boolean => other.word[0] === word[0];
  const isNear = (other: Word): boolean => isOneErrorApart(word, other.word);
  const hasNearStem = (other: Word): boolean =>
    lexemes.some(
      (stem) =>
        stem.length >= minStemLength &&
        other.lexemes.some((lexeme) => isOneErrorApart(stem, lexeme)),
    );
  const near = found.filter(isNear);
  const choices = [
    near.filter(hasSameStart),
    listed.filter((other) => hasSameStart(other) && (isNear(other) || hasNearStem(other))),
    found.filter((other) => hasSameStart(other) && hasNearStem(other)),
    word.length >= minLengthOfOtherStart ? near : [],
  ];
  const best = choices.find((words) => words.length > 0) ?? [];
  return best.toSorted((one, other) => other.texts - one.texts);
}

/** A short beginning has many words. The most frequent ones are enough. */
const maxForms = 50;

interface Meaning {
  readonly word: string;
  readonly lexemes: readonly string[];
  readonly share: number;
}

function listMeanings(
  { word, lexemes, corrections }: AskedWord,
  { synonyms, found }: Vocabulary,
): readonly Meaning[] {
  const corrected = corrections.flatMap((correction) => correction.lexemes);
  const meant = [...lexemes, ...corrected];
  const isKnown = found.some((other) => isForm(other, meant));
  const forms = [word, ...corrections.map((correction) => correction.word)];
  const parts = found.filter(
    (other) =>
      !isForm(other, meant) &&
      forms.some((form) => (form.length > 4 || !isKnown) && sharesPart(form, other.word)),
  );
  const hasSameStart = corrections.every((correction) => correction.word[0] === word[0]);
  const toMeaning = (words: readonly Word[], share: number): Meaning => ({
    word,
    lexemes: words.flatMap((entry) => entry.lexemes),
    share,
  });
  return [
    { word, lexemes, share: shares.word },
    toMeaning(corrections, hasSameStart ? shares.correction : shares.otherStart),
    toMeaning(synonyms.find(meant), shares.synonym),
    toMeaning(parts, isKnown ? shares.partOfKnownWord : shares.part),
  ];
}

/** Returns the term of a meaning, or none if no text has its lexemes. */
function toTerm(
  { word, lexemes, share }: Meaning,
  { found, total }: Vocabulary,
): readonly SearchTerm[] {
  const forms = found.filter((other) => isForm(other, lexemes));
  if (forms.length === 0) return [];
  const present = new Set(
    forms
      .toSorted((one, other) => other.texts - one.texts)
      .slice(0, maxForms)
      .flatMap((form) => form.lexemes),
  );
  // A text has several of the forms as often as chance says.
  const without = forms.reduce((rest, form) => rest * (1 - form.texts / (total + 1)), 1);
  const texts = Math.max(1, total * (1 - without));
  return [
    {
      word,
      lexemes: [...new Set(lexemes)].filter((lexeme) => present.has(lexeme)),
      isPart: share <= shares.part && share !== shares.otherStart,
      texts,
      weight: share * Math.log(1 + (total - texts + 0.5) / (texts + 0.5)),
    },
  ];
}
