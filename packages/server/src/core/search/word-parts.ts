/**
 * Parts inside of written words by which a search finds them too (API-485): the rest of a Korean
 * word from each syllable, Arabic words without their prefixes, and the rest of long words of Latin
 * script from each letter.
 */

/** Maximum length of a word whose parts are indexed. Longer ones are not words of a language. */
const maxLength = 40;
/** Minimum length of a word of Latin script that can be a compound. */
const minCompoundLength = 9;
/** Minimum length of the first part of a compound, and of the rest. */
const minFirstLength = 3;
const minLatinLength = 5;
const minArabicLength = 3;
const minHangulLength = 2;
/** Minimum length of a searched word in which `ae`, `oe` and `ue` can stand for umlauts. */
const minSpellingLength = 6;

const hangul = /^\p{Script=Hangul}+$/u;
const arabic = /^\p{Script=Arabic}+$/u;
const latin = /^\p{Script=Latin}+$/u;
/** Conjunction, preposition and article, each of which may be absent. */
const arabicPrefixes = /^[وف]?(?:لل|[بكل]?(?:ال)?)/u;
/** The first character of the Arabic script. All others above are in later blocks of Unicode. */
const firstArabic = "\u0600";
const noParts: readonly string[] = [];

/** Returns the parts of a normalized word. */
export function listWordParts(word: string): readonly string[] {
  if (word.length > maxLength || (word.length < minCompoundLength && word < firstArabic))
    return noParts;
  if (hangul.test(word)) return listRests(word, 1, 1);
  if (arabic.test(word)) return listArabicParts(word);
  return word.length >= minCompoundLength && latin.test(word)
    ? listRests(word, minFirstLength, minLatinLength)
    : noParts;
}

/** Returns whether a search for the beginning of this word also searches inside of words. */
export function canBePart(word: string): boolean {
  if (hangul.test(word)) return word.length >= minHangulLength;
  if (arabic.test(word)) return word.length >= minArabicLength;
  return word.length >= minLatinLength && latin.test(word);
}

/** Returns the ends of a word that begin at `first` or later and have at least `min` letters. */
const listRests = (word: string, first: number, min: number): string[] =>
  Array.from({ length: Math.max(0, word.length - first - min + 1) }, (_, n) =>
    word.slice(first + n),
  );

/** Removes the prefixes one after the other, as long as a word remains. */
function listArabicParts(word: string): readonly string[] {
  const prefixes = arabicPrefixes.exec(word)?.[0].length ?? 0;
  return listRests(word, 1, minArabicLength).slice(0, prefixes);
}

/**
 * Returns the forms of a searched word: as it is, and for a German spelling such as `rueckgabe` the
 * one of the index, `ruckgabe`, in which `ü` is `u`.
 */
export function listSpellings(word: string): readonly string[] {
  const folded = word.replaceAll(/(?:[ao]|(?<!q)u)e/g, (letters) => letters.charAt(0));
  return word.length < minSpellingLength || folded === word ? [word] : [word, folded];
}

/**
 * Returns a test whether a word of a text is the searched one or, as a prefix, whether the word or
 * a part of it begins with the searched one.
 */
export function createWordTest(searched: string, isPrefix: boolean): (word: string) => boolean {
  if (!isPrefix) return (word) => word === searched;
  const forms = listSpellings(searched);
  const inner = forms.filter(canBePart);
  return (word) =>
    forms.some((form) => word.startsWith(form)) ||
    // A part is the end of the word, so a word without the letters has no such part.
    inner.some(
      (form) => word.includes(form) && listWordParts(word).some((part) => part.startsWith(form)),
    );
}
