import { mustMaskText, canSeeAllChats, canSeeChannel } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import type { Connection } from "./connection.ts";

/**
 * Sockets that receive the events of one channel. Cached until sockets, permissions or channels
 * change, so that publishing needs no further checks.
 */
export interface Audience {
  readonly all: readonly Connection[];
  /** Subsets of `all`: operators who may read text, and those who receive it masked. */
  readonly plain: readonly Connection[];
  readonly masked: readonly Connection[];
  /**
   * Operators who are not assigned to the channel. They see only chats in which they participate.
   */
  readonly outsiders: readonly Connection[];
}

/** Computes which of the given sockets receive events of a channel. */
export function audienceOf(live: Iterable<Connection>, channelId: number, config: AccountConfig): Audience {
  const all: Connection[] = [];
  const masked: Connection[] = [];
  const outsiders: Connection[] = [];
  for (const connection of live) {
    if (!canSeeAllChats(connection.principal) && !canSeeChannel(connection.principal, channelId, config)) outsiders.push(connection);
    else {
      all.push(connection);
      if (mustMaskText(connection.principal)) masked.push(connection);
    }
  }
  return { all, plain: masked.length === 0 ? all : all.filter((one) => !mustMaskText(one.principal)), masked, outsiders };
}
