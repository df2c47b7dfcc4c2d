/** Maximum length of an operator's message or note, in code points (CORE-046). */
export const maxOperatorTextLength = 4000;
/** Maximum length of a channel message in both directions, in code points (CH-051, CH-074). */
export const maxChannelTextLength = 1000;

/** Replaces U+0000 and lone surrogates with U+FFFD (CORE-046), before the length is counted. */
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

/** Line breaks and other control characters. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/**
 * Characters that reverse other text or that nobody sees. Joiners, variation selectors and tags
 * remain, because emoji and words of Persian and Indian scripts contain them.
 */
const hiddenCharacters =
  /[[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}]]+/gv;
const visibleCharacter =
  /[^\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Removes characters that are invisible or change the direction of other text (CORE-310). */
export const removeHidden = (text: string): string => text.replace(hiddenCharacters, "");

/**
 * Returns a name or title on one line, at most `max` code points. Removes characters that are
 * invisible or change the direction of other text. Returns "" if nothing is visible (CORE-310).
 */
export function toVisibleLine(text: string, max: number): string {
  const line = removeHidden(cleanText(text.replace(controlCharacters, " ")))
    .replace(/\s+/gu, " ")
    .trim();
  return visibleCharacter.test(line) ? cutText(line, max).text : "";
}
/** Returns the name of a person, at most 255 code points (CH-044). */
export const cleanName = (name: string): string => toVisibleLine(name, 255);
