import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { refuse } from "../core/failure.ts";
import { isAvailable } from "../core/operator/eligible.ts";
import type { Outbound, Send } from "../delivery/index.ts";
import { botEdge, type BotEdge } from "../edges/bot/index.ts";
import type { FindMaterial } from "../edges/bot/material.ts";
import { botOutbound } from "../edges/bot/outbound.ts";
import { testBot, type TestResult } from "../edges/bot/test-event.ts";
import { openTokens } from "../edges/bot/tokens.ts";
import type { Egress } from "../egress/index.ts";
import type { Queue } from "../queue/index.ts";
import type { Realtime } from "../realtime/index.ts";
import { openBotTokens } from "../store/bot-tokens.ts";
import { findBotAddress, findBotChat, findBotMaterial } from "../store/queries/bot-material.ts";
import { openChatCounts } from "../store/queries/chat-counts.ts";
import { version } from "../version.ts";
import type { Ground } from "./ground.ts";
import { botSeen } from "./inspector.ts";

/** Interface B with what it needs of the other parts. */
export interface Bots {
  readonly outbound: Outbound;
  /** One test event to an endpoint (BOT-087); `sample`: fields in the place of the default ones. Refusal `not_found`. */
  test(account: number, endpointId: number, event: BotOutgoingEvent, sample?: Readonly<Record<string, unknown>>): Promise<TestResult>;
  /** The inbound side, once it is known who is here. */
  edge(realtime: Pick<Realtime, "presence">): BotEdge;
  /** Settings of the account changed. */
  forget(account: number): void;
}

export function openBots(ground: Ground, send: Send, egress: Pick<Egress, "post">, queue: Pick<Queue, "endpointTarget">): Bots {
  const { db, pools, journal, write, clock, log, limits, metrics, instance, secrets, places } = ground;
  const { open } = secrets;
  const stored = openBotTokens(db, secrets);
  const tokens = openTokens({ store: stored, egress, open, clock, version });
  // Nobody is online before there are sockets.
  let presence: Realtime["presence"] | null = null;
  const online = (account: number): ReadonlySet<number> =>
    new Set((presence?.list(account) ?? []).filter((one) => one.status === "online").map((one) => one.operator_id));
  const openChats = async (account: number): Promise<ReadonlyMap<number, number>> => {
    const { operators } = await journal.config(account);
    const isLimited = [...operators.values()].some((one) => one.active && one.chatLimit > 0);
    return isLimited ? openChatCounts(pools.reader, account) : new Map();
  };
  const material: FindMaterial = (account, endpointId, chatId, lane) => findBotMaterial(db, account, endpointId, chatId, lane);
  return {
    outbound: botOutbound({
      material,
      tokens,
      write,
      config: (account) => journal.config(account),
      isAvailable: async (account, chat) =>
        isAvailable(await journal.config(account), chat, online(account), clock.now(), await openChats(account)),
      open,
      clock,
      version,
    }),
    async test(account, endpointId, event, sample) {
      const [target, found] = await Promise.all([queue.endpointTarget(account, endpointId), material(account, endpointId, null)]);
      if (target === null || found === null || found.bot.isDeleted) refuse("not_found", "There is no such bot connection.");
      return testBot({ tokens, open, version, send, clock }, target, found, event, sample);
    },
    edge(realtime) {
      presence = realtime.presence;
      return botEdge({
        botBaseUrl: places().botBaseUrl,
        findBot: (provider, tokenHash) => findBotAddress(db, provider, tokenHash),
        findChat: (account, botId, visitorId) => findBotChat(db, account, botId, visitorId),
        acceptedTokens: (account, botId) => stored.known(account, botId),
        config: (account) => journal.config(account),
        write,
        online,
        openChats,
        limits,
        clock,
        log,
        metrics,
        supportContact: () => instance.supportContact(),
        onReceived: botSeen(ground),
      });
    },
    forget: (account) => tokens.forget(account),
  };
}
