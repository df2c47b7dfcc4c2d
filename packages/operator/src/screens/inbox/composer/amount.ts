import type { StagedFile } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import type { Mode } from "../../../state/drafts.ts";
import { lengthOf, splitText } from "../split.ts";

/** CH-074: what a channel takes; CORE-046: what we keep. */
const channelLimit = 1000;
const ownLimit = 4000;

/** How much stands in the composer, and in how many messages it goes. */
export interface Amount {
  /** Code points without the white space around. */
  readonly length: number;
  readonly limit: number;
  /** The text as it is sent: a reply that is longer than its channel takes goes in several messages, a note never. */
  readonly parts: readonly string[];
  readonly hasText: boolean;
  /** Neither text nor a file that can go. */
  readonly isEmpty: boolean;
  /** A note over its limit: it stays. */
  readonly isTooLong: boolean;
  /** Messages that it becomes; a text belongs to the last file. */
  readonly count: number;
  /** Whether the length is worth a look: always with a channel's limit, else when it comes near. */
  readonly isCounted: boolean;
}

/** `files`: those attached to the reply; one that was refused or lost does not go. */
export function amountOf(text: string, of: { mode: Mode; channel: Chat["channel"]["kind"]; files: readonly StagedFile[] }): Amount {
  const isReply = of.mode === "text";
  const limit = isReply && of.channel === "api" ? channelLimit : ownLimit;
  const words = text.trim();
  const length = lengthOf(words);
  const parts = isReply && length > limit ? splitText(text, limit) : [words];
  const going = of.files.filter((file) => file.state !== "refused" && file.state !== "lost").length;
  const hasText = words !== "";
  return {
    length,
    limit,
    parts,
    hasText,
    isEmpty: !hasText && going === 0,
    isTooLong: !isReply && length > limit,
    count: hasText ? parts.length + Math.max(0, going - 1) : going,
    isCounted: length > 0 && (limit === channelLimit || length > limit * 0.8),
  };
}
