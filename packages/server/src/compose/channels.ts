import { blockOf, factsOf } from "../core/blacklist/match.ts";
import { channelEdge, type ChannelEdge } from "../edges/channel/index.ts";
import type { Realtime } from "../realtime/index.ts";
import { findChannelAddress, findLatestChat, findRunningChat } from "../store/queries/channel-inbound.ts";
import type { Ground } from "./ground.ts";
import { channelSeen } from "./inspector.ts";

/** Interface A with what it needs of the other parts. */
export function openChannels(ground: Ground, realtime: Realtime): ChannelEdge {
  const { clock, log, limits, journal, write, db, metrics, instance, places, onFault } = ground;
  return channelEdge({
    webhookBaseUrl: places().webhookBaseUrl,
    findChannel: (publicId) => findChannelAddress(db, publicId),
    config: (account) => journal.config(account),
    write,
    isOnline: (account, operatorId) => realtime.presence.of(account, operatorId) === "online",
    latestChat: (account, channelId, customer) => findLatestChat(db, account, channelId, customer),
    onTyping: ({ account, channelId, customer, typing }) => {
      Promise.all([findRunningChat(db, account, channelId, customer), journal.config(account)])
        .then(([chat, { blacklist }]) => {
          if (chat === null) return;
          // CORE-071: nobody is told that a blocked visitor types.
          const facts = { ...factsOf(chat.visitor, chat.session), customer: { channelId, key: customer } };
          if (blockOf(blacklist, facts, clock.now()) !== null) return;
          const author = { kind: "visitor" as const, id: chat.visitor.id, name: chat.name };
          realtime.typing({ account, channelId, chatId: chat.chatId, author, typing });
        })
        .catch(onFault);
    },
    limits,
    clock,
    log,
    metrics,
    supportContact: () => instance.supportContact(),
    onReceived: channelSeen(ground),
  });
}
