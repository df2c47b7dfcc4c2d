/** A normalized word and its position in the text (UTF-16 units). */
export interface TextWord {
  readonly word: string;
  readonly at: number;
  readonly length: number;
}

/**
 * Scripts without spaces between words. Each letter is a word there, and a written word is a phrase
 * of them.
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
/** Maximum length of a word. Index and queries truncate alike. */
const maxWordLength = 64;
/**
 * Maximum number of indexed words per text, from its start. The index supports positions up to
 * 16,383.
 */
const maxIndexedWords = 4_000;

/**
 * Splits a text into its words, in order. Characters other than letters and digits separate words.
 * Equal for texts and queries, whatever the database's locale is.
 */
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
 * Returns a word in lower case, without accents. `ё` becomes `е`, `й` remains. "" if nothing is
 * left.
 */
export function normalizeWord(text: string): string {
  const lowerCase = text.toLowerCase();
  if (/^[a-z0-9]*$/.test(lowerCase)) return lowerCase.slice(0, maxWordLength);
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
