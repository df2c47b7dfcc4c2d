/** Returns the language of a text as a lower-case tag, or null if the text is too short for it. */
export type DetectLanguage = (text: string) => Promise<string | null>;

/** Letters below which a language is not detected. */
const minLetters = 10;
const maxDetectedLength = 1_000;

/** Languages whose short texts look alike. One of them is accepted for another. */
const alikeGroups: readonly (readonly string[])[] = [
  ["no", "nb", "nn", "da", "sv"],
  ["hr", "sr", "bs", "sl", "mk", "bg"],
  ["id", "ms"],
  ["cs", "sk"],
  ["ru", "uk", "be", "bg", "kk", "tt", "ky"],
  ["pt", "gl", "es", "ca"],
  ["nl", "af"],
  ["hi", "mr", "ne"],
  ["tr", "az", "tk"],
  ["fa", "ur", "ar"],
];

/**
 * Detects the language in this process. The data of the library is loaded at the first call, so an
 * installation without an agent does not have it in memory.
 */
export const detectLanguage: DetectLanguage = async (text) => {
  const words = text.slice(0, maxDetectedLength).replace(/\S*(?:https?:|www\.|@)\S*/gu, " ");
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(words);
  if (letters < (isDense ? 3 : minLetters)) return null;
  const { detect } = await import("tinyld");
  return detect(words) || null;
};

/** Returns whether two languages are the same or look alike. An unknown one is like every other. */
export const isLikeLanguage = (one: string | null, other: string | null): boolean =>
  one === null ||
  other === null ||
  one === other ||
  alikeGroups.some((group) => group.includes(one) && group.includes(other));
