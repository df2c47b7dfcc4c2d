import type { Attachment } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import type { DraftMode } from "../../../../state/drafts/drafts.ts";
import { countCodePoints, splitText } from "./message-split.ts";

/** Limits in code points: of a channel (CH-074), and of Parlour (CORE-046). */
const maxChannelTextLength = 1000;
const maxTextLength = 4000;

/** Length of the text in the composer, and the number of messages it becomes. */
export interface MessageCount {
  /** Code points without surrounding white space. */
  readonly length: number;
  readonly limit: number;
  /** Texts to send. A reply that exceeds the channel's limit is split, a note never. */
  readonly parts: readonly string[];
  readonly hasText: boolean;
  /** Neither text nor a file that can be sent. */
  readonly isEmpty: boolean;
  /** A note that exceeds its limit and cannot be sent. */
  readonly isTooLong: boolean;
  /** Number of messages. The text goes with the last file. */
  readonly count: number;
  /**
   * Whether to show the length: always with a channel's limit, otherwise above 80 % of the limit.
   */
  readonly isCounted: boolean;
}

/** Counts the messages of a text and its files. Rejected or lost files are not sent. */
export function countMessages(
  text: string,
  options: { mode: DraftMode; channel: Chat["channel"]["kind"]; files: readonly Attachment[] },
): MessageCount {
  const isReply = options.mode === "text";
  const limit = isReply && options.channel === "api" ? maxChannelTextLength : maxTextLength;
  const trimmed = text.trim();
  const length = countCodePoints(trimmed);
  const parts = isReply && length > limit ? splitText(text, limit) : [trimmed];
  const sentFiles = options.files.filter(
    (file) => file.state !== "refused" && file.state !== "lost",
  ).length;
  const hasText = trimmed !== "";
  return {
    length,
    limit,
    parts,
    hasText,
    isEmpty: !hasText && sentFiles === 0,
    isTooLong: !isReply && length > limit,
    count: hasText ? parts.length + Math.max(0, sentFiles - 1) : sentFiles,
    isCounted: length > 0 && (limit === maxChannelTextLength || length > limit * 0.8),
  };
}
