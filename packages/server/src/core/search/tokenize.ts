/** A normalized word and its position in the text (UTF-16 units). */
export interface TextWord {
  readonly word: string;
  readonly at: number;
  readonly length: number;
}

/**
 * Scripts without spaces between words. Each letter counts as a word, and a written word is a
 * phrase of such letters.
 */
const unspacedScripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/**
 * Combining marks belong to letters. A mark alone, such as an emoji variation selector, is not a
 * word.
 */
const wordPattern = new RegExp(
  `[${unspacedScripts}]\\p{M}*|[[\\p{L}\\p{N}]--[${unspacedScripts}]][[\\p{L}\\p{N}\\p{M}]--[${unspacedScripts}]]*`,
  "gv",
);
/**
 * A text without letters that need more than lower case, and its words in lower case. Most texts
 * are like this, and classes of Unicode take four times as long.
 */
const plainText = /^[\n -~а-яА-Я«»–—…]*$/;
const plainWord = /[a-z0-9а-я]+/g;
/** Maximum length of a word. Longer words are truncated both in the index and in queries. */
const maxWordLength = 64;
/** Maximum number of indexed words of a text. The index has no positions above 16,383. */
const maxIndexedWords = 16_000;

/**
 * Returns the normalized words of a text, in order. Characters other than letters and digits
 * separate words. The result is the same for texts and queries, whatever locale the database has.
 */
export function listWords(text: string): readonly string[] {
  const words: string[] = [];
  const isPlain = plainText.test(text);
  const written = isPlain ? text.toLowerCase().match(plainWord) : text.match(wordPattern);
  for (const found of written ?? []) {
    const word = isPlain ? found.slice(0, maxWordLength) : normalizeWord(found);
    if (word !== "") words.push(word);
    if (words.length === maxIndexedWords) break;
  }
  return words;
}

/** Returns the words of `listWords` with their positions, which takes twice as long. */
export function tokenize(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    const word = normalizeWord(found);
    if (word !== "") words.push({ word, at: index, length: found.length });
    if (words.length === maxIndexedWords) break;
  }
  return words;
}

/**
 * Returns a word in lower case and without accents, or "" if nothing is left. `ё` becomes `е`, and
 * `й` remains.
 */
export function normalizeWord(text: string): string {
  const lowerCase = text.toLowerCase();
  // Most words. Normalization would change none of these letters, and takes five times as long.
  if (/^[a-z0-9а-я]*$/.test(lowerCase)) return lowerCase.slice(0, maxWordLength);
  return lowerCase
    .normalize("NFKD")
    .replaceAll("и\u0306", "й")
    .replaceAll(/[\u0300-\u036f\u064b-\u065f]/g, "")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "")
    .slice(0, maxWordLength)
    .toWellFormed();
}
