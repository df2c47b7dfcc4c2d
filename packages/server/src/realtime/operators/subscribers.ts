import { mustMaskText, canSeeAllChats, canSeeChannel } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { OperatorConnection } from "./operator-connection.ts";
import type { FeedReceiver } from "./receiver.ts";

/** A socket or feed that receives entries when they are published. */
export type LiveReceiver = OperatorConnection | FeedReceiver;

/**
 * Sockets and feeds that receive the events of one channel. Cached until receivers, permissions or
 * channels change, so that publishing needs no further checks.
 */
export interface ChannelSubscribers {
  readonly all: readonly LiveReceiver[];
  /**
   * Disjoint parts of `all`: operators who may read text, and operators who receive text masked.
   */
  readonly unmasked: readonly LiveReceiver[];
  readonly masked: readonly LiveReceiver[];
  /**
   * Operators who are not assigned to the channel. They see only chats in which they participate.
   */
  readonly participantsOnly: readonly LiveReceiver[];
}

/** Computes which of the given sockets and feeds receive events of a channel. */
export function computeSubscribers(
  receivers: Iterable<LiveReceiver>,
  channelId: number,
  config: AccountConfig,
): ChannelSubscribers {
  const all: LiveReceiver[] = [];
  const masked: LiveReceiver[] = [];
  const participantsOnly: LiveReceiver[] = [];
  for (const receiver of receivers) {
    if (
      !canSeeAllChats(receiver.principal) &&
      !canSeeChannel(receiver.principal, channelId, config)
    )
      participantsOnly.push(receiver);
    else {
      all.push(receiver);
      if (mustMaskText(receiver.principal)) masked.push(receiver);
    }
  }
  return {
    all,
    unmasked:
      masked.length === 0 ? all : all.filter((subscriber) => !mustMaskText(subscriber.principal)),
    masked,
    participantsOnly,
  };
}
