/** Characters that open a picker: quick replies, emoji, mentions. */
export type Mark = "/" | ":" | "@";

/** A trigger character at the start of a word, with the query typed up to the caret. */
export interface Trigger {
  readonly mark: Mark;
  /** Offset of the trigger character (UTF-16). */
  readonly from: number;
  /** Offset of the caret (UTF-16). */
  readonly to: number;
  readonly query: string;
}

const longestQuery = 40;

/**
 * Returns the trigger of the word before the caret, or null. A colon needs two letters after it, so
 * that "10:30" and ":)" open no picker.
 */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - longestQuery - 1), caret);
  const found = /(?:^|[\s(])([/:@])([^\s/:@]*)$/u.exec(before);
  if (!found) return null;
  const [mark, query] = [found[1] as Mark, found[2] ?? ""];
  const from = caret - query.length - 1;
  // The window starts inside a longer word, so the character is not at the start of that word.
  if (found.index === 0 && !/^[\s(]/u.test(found[0]) && from > 0) return null;
  if (mark === ":" && !/^\p{L}[\p{L}\p{N}_-]+$/u.test(query)) return null;
  return { mark, from, to: caret, query };
}
