import { masksText, seesAllChats, seesChannel } from "../auth/index.ts";
import type { AccountConfig } from "../core/ports.ts";
import type { Connection } from "./connection.ts";

/** Who gets the events of one channel. Computed once and kept until sockets, rights or channels change: sending looks at nothing else. */
export interface Audience {
  readonly all: readonly Connection[];
  /** Those of `all` who read text, and those who get it masked. */
  readonly plain: readonly Connection[];
  readonly masked: readonly Connection[];
  /** Operators who are not chosen for the channel: they see only chats they take part in. */
  readonly outsiders: readonly Connection[];
}

export function audienceOf(live: Iterable<Connection>, channelId: number, config: AccountConfig): Audience {
  const all: Connection[] = [];
  const masked: Connection[] = [];
  const outsiders: Connection[] = [];
  for (const connection of live) {
    if (!seesAllChats(connection.principal) && !seesChannel(connection.principal, channelId, config)) outsiders.push(connection);
    else {
      all.push(connection);
      if (masksText(connection.principal)) masked.push(connection);
    }
  }
  return { all, plain: masked.length === 0 ? all : all.filter((one) => !masksText(one.principal)), masked, outsiders };
}
