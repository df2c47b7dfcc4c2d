import type { Message } from "../entity.ts";
import { hasFile, indexedText } from "./indexed-text.ts";
import { listWords } from "./tokenize.ts";
import { listWordParts } from "./word-parts.ts";

/**
 * Builds the text of the tsvector of a message. `~` stands for the scope, `@` marks its author,
 * channel and file, and `^` the parts inside of a word (API-485), at the position of the word.
 */
export function buildWords(message: Message, channelId: number | null): string {
  return formatMarks(message, channelId) + formatWords(indexedText(message), true);
}

/**
 * Builds the text of the tsvector as releases before the parts did. Null if it is the same, so that
 * nothing has to be changed.
 */
export function buildWordsWithoutParts(message: Message, channelId: number | null): string | null {
  const text = indexedText(message);
  const words = formatWords(text, false);
  return words === formatWords(text, true) ? null : formatMarks(message, channelId) + words;
}

function formatMarks(message: Message, channelId: number | null): string {
  const { author } = message;
  const marks = [
    author.kind === "visitor"
      ? "@v"
      : `@${author.kind === "operator" ? "o" : "b"}${author.id ?? ""}`,
    ...(channelId === null ? [] : [`@c${channelId}`]),
    ...(hasFile(message) ? ["@f"] : []),
  ];
  return marks.map((mark) => `'~${mark}'`).join(" ");
}
/**
 * Maximum length of the parts of words of a text, in UTF-16 units with the marks around each part.
 * PostgreSQL refuses a tsvector of 1 MiB, and would stop the index with it. A text of words with
 * forty letters has twenty times its length in parts. Those above the limit are left out (API-496).
 */
const maxPartsLength = 150_000;

function formatWords(text: string, withParts: boolean): string {
  let words = "";
  let number = 0;
  let partsLength = 0;
  for (const word of listWords(text)) {
    words += ` '~${word}':${++number}`;
    if (!withParts || partsLength > maxPartsLength) continue;
    const { length } = words;
    for (const part of listWordParts(word)) words += ` '~^${part}':${number}`;
    partsLength += words.length - length;
  }
  return words;
}
