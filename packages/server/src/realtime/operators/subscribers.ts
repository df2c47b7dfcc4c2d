import { mustMaskText, canSeeAllChats, canSeeChannel } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { OperatorConnection } from "./operator-connection.ts";

/**
 * Sockets that receive the events of one channel. Cached until sockets, permissions or channels
 * change, so that publishing needs no further checks.
 */
export interface ChannelSubscribers {
  readonly all: readonly OperatorConnection[];
  /**
   * Disjoint parts of `all`: operators who may read text, and operators who receive text masked.
   */
  readonly unmasked: readonly OperatorConnection[];
  readonly masked: readonly OperatorConnection[];
  /**
   * Operators who are not assigned to the channel. They see only chats in which they participate.
   */
  readonly participantsOnly: readonly OperatorConnection[];
}

/** Computes which of the given sockets receive events of a channel. */
export function computeSubscribers(
  connections: Iterable<OperatorConnection>,
  channelId: number,
  config: AccountConfig,
): ChannelSubscribers {
  const all: OperatorConnection[] = [];
  const masked: OperatorConnection[] = [];
  const participantsOnly: OperatorConnection[] = [];
  for (const connection of connections) {
    if (
      !canSeeAllChats(connection.principal) &&
      !canSeeChannel(connection.principal, channelId, config)
    )
      participantsOnly.push(connection);
    else {
      all.push(connection);
      if (mustMaskText(connection.principal)) masked.push(connection);
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
