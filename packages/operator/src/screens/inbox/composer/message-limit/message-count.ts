import type { Attachment } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { DraftMode } from "../../../../state/drafts/drafts.ts";

/** Parlour's limit in code points (CORE-046). Channels may have a lower one (CON-002). */
const maxTextLength = 4000;

/** Length of the text in the composer, and the number of messages that it becomes. */
export interface MessageCount {
  /** Length in code points without surrounding white space. */
  readonly length: number;
  readonly limit: number;
  /** Texts to send. A reply that exceeds the channel's limit is split. A note is never split. */
  readonly parts: readonly string[];
  readonly hasText: boolean;
  /** Whether there is neither text nor a file that can be sent. */
  readonly isEmpty: boolean;
  /** Whether a note exceeds the limit and therefore cannot be sent. */
  readonly isTooLong: boolean;
  /** Number of messages that will be sent. The text is sent with the last file. */
  readonly count: number;
  /** Whether to show the length: if the channel has a limit, or above 80 % of Parlour's. */
  readonly isCounted: boolean;
}

/** Counts the messages that a text and its files become, without rejected and lost files. */
export function countMessages(
  text: string,
  options: { mode: DraftMode; channel: Chat["channel"]["kind"]; files: readonly Attachment[] },
): MessageCount {
  const isReply = options.mode === "text";
  const limit = isReply ? getCapabilities(options.channel).max_text_length : maxTextLength;
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
    isCounted: length > 0 && (limit < maxTextLength || length > limit * 0.8),
  };
}

/** Counts code points, the unit of the channel's limit (CH-074). */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Splits a long reply at an empty line, a line end, a sentence end or a space, else between code
 * points (CH-074). Removes only white space there.
 */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let remaining = text.trim();
  while (countCodePoints(remaining) > limit) {
    const head = takeCodePoints(remaining, limit);
    const cut = findSplitPoint(head, remaining.charAt(head.length));
    parts.push(remaining.slice(0, cut).trimEnd());
    remaining = remaining.slice(cut).trimStart();
  }
  return remaining === "" ? parts : [...parts, remaining];
}

function findSplitPoint(head: string, next: string): number {
  if (/\s/u.test(next)) return head.length;
  // Ignores split points in the first half, because the message would be too short.
  const minLength = head.length / 2;
  for (const separator of [/\n\s*\n/gu, /\n/gu, /[.!?…]\s/gu, /\s/gu]) {
    let last = -1;
    for (const match of head.matchAll(separator)) last = match.index + match[0].length;
    if (last > minLength) return last;
  }
  return head.length;
}

function takeCodePoints(text: string, count: number): string {
  let remaining = count;
  let end = 0;
  for (const point of text) {
    if (remaining === 0) break;
    remaining -= 1;
    end += point.length;
  }
  return text.slice(0, end);
}
