/** What a person wrote is one header's value, and one line, whatever it holds (H-086). */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
