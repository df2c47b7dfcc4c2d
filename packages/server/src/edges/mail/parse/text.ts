import { cleanText, cutText } from "../../../core/text.ts";

/** Control characters and characters that change the direction of the text. */
const invisibleCharacters =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Converts a header to display text on one line, of at most `maxLength` code points. */
export function toOneLine(value: string, maxLength: number): string {
  const line = cleanText(value.slice(0, maxLength * 8))
    .replace(/\s+/g, " ")
    .replace(invisibleCharacters, "")
    .trim();
  return cutText(line, maxLength).text;
}
