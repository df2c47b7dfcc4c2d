import type { AnswerUse, IgnoredReason } from "@parlour/protocol";
import { cleanText, cutText } from "./chat/text.ts";

/** Fields of an answer that are named one by one; the others are only counted. */
const mostIgnored = 20;
/** Most code points of a field's name, which is the receiver's own word. */
const nameMax = 100;

/** A field of an answer that was not used. */
export interface IgnoredField {
  readonly field: string;
  readonly reason: IgnoredReason;
}

/** Returns what is kept of an answer's use: all that was taken, the first ignored fields and the number of all (WH-082, BOT-093). */
export function buildAnswerUse(taken: AnswerUse["taken"], ignored: readonly IgnoredField[]): AnswerUse {
  return {
    taken: [...taken],
    ignored: ignored.slice(0, mostIgnored).map(({ field, reason }) => ({ field: cutText(cleanText(field), nameMax).text, reason })),
    ignored_count: ignored.length,
  };
}
