/** Characters that open a picker: quick replies, emoji, mentions. */
export type TriggerCharacter = "/" | ":" | "@";

/** A trigger character at the start of a word, with the query typed up to the caret. */
export interface PickerTrigger {
  readonly character: TriggerCharacter;
  /** Offset of the trigger character (UTF-16). */
  readonly from: number;
  /** Offset of the caret (UTF-16). */
  readonly to: number;
  readonly query: string;
}

const maxQueryLength = 40;

/**
 * Returns the trigger of the word before the caret, or null. A colon needs two letters after it, so
 * that "10:30" and ":)" open no picker.
 */
export function findPickerTrigger(text: string, caret: number): PickerTrigger | null {
  const textBefore = text.slice(Math.max(0, caret - maxQueryLength - 1), caret);
  const match = /(?:^|[\s(])([/:@])([^\s/:@]*)$/u.exec(textBefore);
  if (!match) return null;
  const [character, query] = [match[1] as TriggerCharacter, match[2] ?? ""];
  const from = caret - query.length - 1;
  // The window starts inside a longer word, so the character is not at the start of that word.
  if (match.index === 0 && !/^[\s(]/u.test(match[0]) && from > 0) return null;
  if (character === ":" && !/^\p{L}[\p{L}\p{N}_-]+$/u.test(query)) return null;
  return { character, from, to: caret, query };
}
