/** Converts text of a user to one line, so that the text cannot add header lines (H-086). */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
