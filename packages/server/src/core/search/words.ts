/** A word as it is searched for, and where it stands in the text (UTF-16 units). */
export interface Word {
  readonly word: string;
  readonly at: number;
  readonly length: number;
}

/** Scripts without spaces between words: there every letter is a word, and a written word is a phrase of them. */
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/** Marks stand on letters: one by itself, like the one that makes a heart a picture, is no word. */
const pattern = new RegExp(`[${unspaced}]\\p{M}*|[[\\p{L}\\p{N}]--[${unspaced}]][[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]*`, "gv");
/** A longer run of letters is no word of a language; both sides cut it alike. */
const longestWord = 64;
/** Of one text; beyond it a text is found by its beginning. The index numbers words up to 16,383. */
const mostWords = 4_000;

/** The words of a text in their order: what stands between letters and digits divides them. The same for texts and for queries, whatever the database's locale is. Pure. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const word = foldWord(found);
    if (word !== "") words.push({ word, at: index, length: found.length });
    if (words.length === mostWords) break;
  }
  return words;
}

/** In small letters, without accents; `ё` is `е`, `й` stays a letter of its own. "" when nothing is left. */
export function foldWord(text: string): string {
  const small = text.toLowerCase();
  if (/^[a-z0-9]*$/.test(small)) return small.slice(0, longestWord);
  return small
    .normalize("NFKD")
    .replaceAll("и\u0306", "й")
    .replaceAll(/[\u0300-\u036f\u064b-\u065f]/g, "")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "")
    .slice(0, longestWord)
    .toWellFormed();
}
