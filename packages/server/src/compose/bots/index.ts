import { maskToLastFour } from "../../auth/index.ts";
import { isChatAnswerable } from "../../core/operator/eligibility.ts";
import type { DeliveryDriver, SendRequest } from "../../delivery/index.ts";
import { createBotEdge, type BotEdge, type BotEdgeDeps } from "../../edges/bot/index.ts";
import type { LoadRequestData } from "../../edges/bot/request-data.ts";
import { createBotDeliveryDriver } from "../../edges/bot/outbound.ts";
import { createAccessTokens } from "../../edges/bot/tokens/access-tokens.ts";
import type { Egress } from "../../egress/index.ts";
import type { DeliveryQueue } from "../../delivery/queue/index.ts";
import type { Realtime } from "../../realtime/index.ts";
import { createBotTestStore } from "../../store/settings/integrations/bot-tests.ts";
import { createBotTokenStore } from "../../store/settings/integrations/bot-tokens.ts";
import {
  findBotAddress,
  findButtonText,
  listUnansweredMessages,
  findFirstBotAnswer,
  findBotChat,
  findBotRequestData,
} from "../../store/deliveries/bot-request-data.ts";
import { countOpenChats } from "../../store/chats/list/chat-counts.ts";
import { version } from "../../version.ts";
import type { BaseServices } from "../base.ts";
import { createBotTests, type BotTests } from "./tests.ts";

/** Services of interface B, connected to the other parts of the server. */
export interface BotServices {
  readonly outbound: DeliveryDriver;
  readonly tests: BotTests;
  /** Creates the inbound side. Call it when presence is available. */
  edge(realtime: Realtime): BotEdge;
}
export function createBots(
  base: BaseServices,
  send: SendRequest,
  egress: Egress,
  queue: DeliveryQueue,
): BotServices {
  const { db, journal, write, clock, secrets } = base;
  const { open } = secrets;
  const stored = createBotTokenStore(db, secrets);
  const testPosts = createBotTestStore(db);
  const botBase = (): string => base.addresses().botBaseUrl.replace(/\/+$/, "");
  const tokens = createAccessTokens({ store: stored, egress, unseal: open, clock, version });
  // No operator is online until the sockets exist.
  let presence: Realtime["presence"] | null = null;
  const online = (account: number): ReadonlySet<number> =>
    new Set(
      (presence?.list(account) ?? [])
        .filter((entry) => entry.status === "online")
        .map((entry) => entry.operator_id),
    );
  const openChats = createOpenChatCounts(base);
  const loadData: LoadRequestData = (account, endpointId, chatId, lane) =>
    findBotRequestData(db, account, endpointId, { chatId, lane });
  return {
    outbound: createBotDeliveryDriver({
      loadRequestData: loadData,
      tokens,
      write,
      findAnswer: (account, chatId, botId, since) =>
        findFirstBotAnswer(db, account, { chatId, botId }, since),
      findButtonText: (account, about, buttonId) => findButtonText(db, account, about, buttonId),
      listUnanswered: (account, about) => listUnansweredMessages(db, account, about),
      config: (account) => journal.config(account),
      isAvailable: async (account, chat) =>
        isChatAnswerable(await journal.config(account), chat, online(account), {
          now: clock.now(),
          openChats: await openChats(account),
        }),
      unseal: open,
      botBase,
      clock,
      version,
    }),
    tests: createBotTests(base, { tests: testPosts, tokens, send, queue, botBase, loadData }),
    edge(realtime) {
      presence = realtime.presence;
      const edge = connectBotEdge(base, { stored, testPosts, online, openChats });
      return {
        ...edge,
        evictAccount(account) {
          edge.evictAccount(account);
          tokens.evictAccount(account);
        },
      };
    },
  };
}

/** Queries the database only if a chat limit is set. */
function createOpenChatCounts({ journal, pools }: BaseServices): BotEdgeDeps["openChats"] {
  return async (account) => {
    const { operators } = await journal.config(account);
    const isLimited = [...operators.values()].some(
      (operator) => operator.active && operator.chatLimit > 0,
    );
    return isLimited ? countOpenChats(pools.reader, account) : new Map();
  };
}

function connectBotEdge(
  base: BaseServices,
  {
    stored,
    testPosts,
    ...presenceDeps
  }: {
    readonly online: BotEdgeDeps["online"];
    readonly openChats: BotEdgeDeps["openChats"];
    readonly stored: ReturnType<typeof createBotTokenStore>;
    readonly testPosts: ReturnType<typeof createBotTestStore>;
  },
): BotEdge {
  const { db, journal, write, clock, log, limits, metrics, instance, addresses, cluster } = base;
  return createBotEdge({
    cluster,
    ...presenceDeps,
    botBaseUrl: addresses().botBaseUrl,
    store: {
      findBot: (provider, tokenHash) => findBotAddress(db, provider, tokenHash),
      findChat: (account, botId, visitorId) => findBotChat(db, account, botId, visitorId),
      addTestPost: (account, botId, post, now) => testPosts.add(account, botId, post, now),
      acceptedTokens: (account, botId) => stored.known(account, botId),
    },
    config: (account) => journal.config(account),
    write,
    limits,
    clock,
    log,
    metrics,
    supportContact: () => instance.supportContact(),
    onRequest: recordBotRequest(base),
  });
}

function recordBotRequest({ inspector }: BaseServices): NonNullable<BotEdgeDeps["onRequest"]> {
  return (
    {
      account,
      botId,
      at,
      requestId,
      event,
      chatId,
      status,
      code,
      field,
      rule,
      durationMs,
      warnings,
    },
    { body, request, message },
  ) => {
    const [first] = warnings;
    const firstWarning = first && {
      code: first.code,
      message: warnings.map((warning) => warning.message).join(" "),
      field: null,
      rule: null,
    };
    inspector.recordRequest(account, {
      kind: "bot",
      ownerId: botId,
      at,
      method: request.method,
      url: maskTokens(request.raw.url ?? ""),
      headers: request.headers,
      body,
      status,
      durationMs,
      // BOT-081 is the rule that lists all errors.
      fault:
        code === null ? (firstWarning ?? null) : { code, message, field, rule: rule ?? "BOT-081" },
      requestId,
      event,
      chatId,
    });
  };
}
/** Shortens the token in the path and query to its last four characters. */
function maskTokens(url: string): string {
  return url
    .replace(
      /(\/(?:webhooks|providers)\/[^/?#]+\/)([^/?#]+)/,
      (_all, before: string, token: string) => before + maskToLastFour(token),
    )
    .replace(
      /([?&]access_token=)([^&#]*)/g,
      (_all, before: string, token: string) => before + maskToLastFour(token),
    );
}
