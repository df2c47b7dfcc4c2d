/** Maximum length of an operator's message or note, in code points (CORE-046). */
export const maxOperatorTextLength = 4000;
/** Maximum length of a channel message in both directions, in code points (CH-051, CH-074). */
export const maxChannelTextLength = 1000;

/**
 * Replaces U+0000 and lone surrogates with U+FFFD (CORE-046). Must be called before the length is
 * counted.
 */
export function cleanText(text: string): string {
  // Nearly every text needs no replacement, and a search is cheaper than a replacement of nothing.
  return text.isWellFormed() && !text.includes("\u0000")
    ? text
    : text.toWellFormed().replaceAll("\u0000", "\uFFFD");
}

/** Returns the first `max` code points. Never splits a surrogate pair (CH-051). */
export function cutText(
  text: string,
  max: number,
): { readonly text: string; readonly cut: boolean } {
  // No code point is shorter than one UTF-16 unit, so a string of at most `max` units needs no
  // count.
  if (text.length <= max) return { text, cut: false };
  let end = 0;
  for (let points = 0; points < max && end < text.length; points += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? { text: text.slice(0, end), cut: true } : { text, cut: false };
}

/** Returns whether the text has no visible characters. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
