import { mustMaskText, canSeeChannel } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { OperatorConnection } from "./operator-connection.ts";
import type { FeedReceiver } from "./receiver.ts";

/** A socket or feed that receives entries when they are published. */
export type LiveReceiver = OperatorConnection | FeedReceiver;

/** Receivers of the events that are masked for some of them. */
export interface TextSubscribers {
  readonly all: readonly LiveReceiver[];
  /** Disjoint parts of `all`: operators who may read text, and those who must not. */
  readonly unmasked: readonly LiveReceiver[];
  readonly masked: readonly LiveReceiver[];
}
/**
 * Sockets and feeds that receive the events of one channel. Cached until receivers, permissions or
 * channels change, so that publishing needs no further checks.
 */
export interface ChannelSubscribers extends TextSubscribers {
  /** Operators without the channel, who see only chats in which they participate. */
  readonly participantsOnly: readonly LiveReceiver[];
}

/** Computes which of the given sockets and feeds receive events of a channel. */
export function computeSubscribers(
  receivers: Iterable<LiveReceiver>,
  channelId: number,
  config: AccountConfig,
): ChannelSubscribers {
  const all: LiveReceiver[] = [];
  const participantsOnly: LiveReceiver[] = [];
  for (const receiver of receivers) {
    const isVisible = canSeeChannel(receiver.principal, channelId, config);
    (isVisible ? all : participantsOnly).push(receiver);
  }
  return { ...splitByMasking(all), participantsOnly };
}

/** Splits receivers into those who may read text, and those who receive text masked. */
export function splitByMasking(
  all: readonly LiveReceiver[],
): Omit<ChannelSubscribers, "participantsOnly"> {
  const masked = all.filter(({ principal }) => mustMaskText(principal));
  const unmasked =
    masked.length === 0 ? all : all.filter(({ principal }) => !mustMaskText(principal));
  return { all, unmasked, masked };
}
