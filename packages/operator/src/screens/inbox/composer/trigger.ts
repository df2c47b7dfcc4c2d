/** Signs that open a picker while one types: quick replies, emoji, colleagues. */
export type Mark = "/" | ":" | "@";

/** A sign at the start of a word, and what was typed behind it up to the caret. */
export interface Trigger {
  readonly mark: Mark;
  /** Offset of the sign (UTF-16). */
  readonly from: number;
  /** Offset of the caret. */
  readonly to: number;
  readonly query: string;
}

const longestQuery = 40;

/** The sign that the word before the caret begins with, or null. A colon needs two letters behind it: "10:30" and ":)" are no emoji. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - longestQuery - 1), caret);
  const found = /(?:^|[\s(])([/:@])([^\s/:@]*)$/u.exec(before);
  if (!found) return null;
  const [mark, query] = [found[1] as Mark, found[2] ?? ""];
  const from = caret - query.length - 1;
  // Cut off by the window above: the word began earlier.
  if (found.index === 0 && !/^[\s(]/u.test(found[0]) && from > 0) return null;
  if (mark === ":" && !/^\p{L}[\p{L}\p{N}_-]+$/u.test(query)) return null;
  return { mark, from, to: caret, query };
}
