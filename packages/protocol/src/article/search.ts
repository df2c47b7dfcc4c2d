/** How texts of articles are searched (ART-020). Writing and reading use the same functions. */

/** Search configurations that every supported PostgreSQL has, by the first part of a language. */
const searchConfigs: Readonly<Record<string, string>> = {
  ar: "arabic",
  da: "danish",
  de: "german",
  el: "greek",
  en: "english",
  es: "spanish",
  fi: "finnish",
  fr: "french",
  ga: "irish",
  hu: "hungarian",
  id: "indonesian",
  it: "italian",
  lt: "lithuanian",
  nb: "norwegian",
  ne: "nepali",
  nl: "dutch",
  nn: "norwegian",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
};
/** Languages that put no spaces between words. */
const unspacedLanguages = new Set(["ja", "km", "lo", "my", "th", "yue", "zh"]);
const maxWordLength = 40;

const toPrimary = (language: string): string => language.split("-")[0] ?? language;

/** Returns PostgreSQL's search configuration of a language, or `simple`. */
export const searchConfigOf = (language: string): string =>
  searchConfigs[toPrimary(language)] ?? "simple";

/**
 * Returns a text with spaces between its words, also in languages that write none. PostgreSQL would
 * leave out what is in angle brackets, as marks of HTML.
 */
export function separateWords(language: string, source: string): string {
  const text = source.replaceAll(/[<>]/g, " ");
  if (!unspacedLanguages.has(toPrimary(language))) return text;
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  return Array.from(segments, ({ segment }) => segment).join(" ");
}

/** Returns the words of a text in lower case, each once, for searches with a typing error. */
export function listWords(language: string, text: string): readonly string[] {
  const words = separateWords(language, text).normalize("NFKC").toLowerCase();
  return [...new Set(words.match(/[\p{L}\p{M}\p{N}]+/gu))].filter(
    (word) => word.length <= maxWordLength,
  );
}
