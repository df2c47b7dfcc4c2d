import { findBlock, toIdentifiers } from "../../core/blacklist/match.ts";
import type { CustomerTyping } from "../../edges/channel/index.ts";
import type { Realtime } from "../../realtime/index.ts";
import { findRunningChat } from "../../store/deliveries/channel-inbound.ts";
import type { BaseServices } from "../base.ts";

/** Returns a handler that shows operators when a visitor of a channel is typing. */
export function createTypingHandler(
  { db, journal, clock, onFault }: BaseServices,
  realtime: Realtime,
): (signal: CustomerTyping) => void {
  return ({ account, channelId, customer, typing }) => {
    Promise.all([findRunningChat(db, account, channelId, customer), journal.config(account)])
      .then(([chat, { blockList }]) => {
        if (chat === null) return;
        // The typing of a blocked visitor is not published (CORE-071).
        const facts = {
          ...toIdentifiers(chat.visitor, chat.session),
          customer: { channelId, key: customer },
        };
        if (findBlock(blockList, facts, clock.now()) !== null) return;
        const author = { kind: "visitor" as const, id: chat.visitor.id, name: chat.name };
        realtime.publishTyping({ account, channelId, chatId: chat.chatId, author, typing });
      })
      .catch(onFault);
  };
}
