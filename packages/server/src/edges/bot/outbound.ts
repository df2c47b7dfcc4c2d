import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { getActiveBot } from "../../core/bot/assignment.ts";
import type { ChatData, NewMessage } from "../../core/event.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import type {
  DeliveryNote,
  RequestReady,
  AttemptResult,
  RequestPostponed,
  RequestImpossible,
  DeliveryDriver,
  RequestUnavailable,
} from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { toEventId } from "./event-id.ts";
import {
  buildChatEvent,
  buildClientMessage,
  buildHeaders,
  buildUrl,
  combineMessages,
} from "./format/build-event.ts";
import { buildBotResponseUsage } from "./format/answer-use.ts";
import {
  findEventInResponse,
  interpretBotResponse,
  tokenRejectedCode,
} from "./interpret-response.ts";
import type { BotRequestData, LoadRequestData } from "./request-data.ts";
import { inviteRecheckDelayMs, eventRetryPolicy } from "./retry-policy.ts";
import {
  handleFailedAttempt,
  getSettlementStart,
  findEarlierAnswer,
  type CurrentChat,
  type SettleDeps,
} from "./failed-attempt.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";

/** What requests to the provider of a bot connection contain besides their events. */
export interface BotRequestDeps {
  readonly tokens: AccessTokens;
  /** Unseals a value that was sealed with SECRET_KEY. */
  readonly unseal: (sealed: Buffer) => string;
  /** Product version for `User-Agent`. */
  readonly version: string;
  /** Base URL of inbound URLs (BOT-010), without a trailing slash. */
  readonly botBase: () => string;
}

export interface BotOutboundDeps extends SettleDeps, BotRequestDeps {
  readonly loadRequestData: LoadRequestData;
  /** Returns the text of a button of the latest buttons before a message, or null. */
  readonly findButtonText: (
    account: number,
    about: { readonly chatId: number; readonly beforeSeq: number },
    buttonId: string,
  ) => Promise<string | null>;
  /** Returns the customer's latest unanswered messages before a message, oldest first. */
  readonly listUnanswered: (
    account: number,
    about: { readonly chatId: number; readonly beforeSeq: number },
  ) => Promise<readonly NewMessage[]>;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Returns whether operators are available for a chat now (CORE-092). */
  readonly isAvailable: (account: number, chat: ChatData) => Promise<boolean>;
  readonly clock: Clock;
}

/** Creates the driver. After a failed delivery the chat goes to operators (BOT-053). */
export function createBotDeliveryDriver(deps: BotOutboundDeps): DeliveryDriver {
  // Access token that the request of each claim used.
  const sentTokens = new WeakMap<Claim, { readonly botId: number; readonly accessToken: string }>();
  // Chat of each customer message when its request started.
  const chatsAtStart = new WeakMap<Claim, CurrentChat>();
  // Inbound URL of the bot of each claim.
  const addresses = new WeakMap<Claim, string>();
  const buildNote = async (claim: Claim, ended: AttemptResult): Promise<DeliveryNote | null> => {
    if (ended.state === "delivered")
      return ended.reply === null
        ? null
        : findEventInResponse(ended.reply, addresses.get(claim) ?? "");
    return claim.delivery.event === "CLIENT_MESSAGE"
      ? handleFailedMessage(deps, claim, ended, chatsAtStart.get(claim))
      : null;
  };
  return {
    policy: eventRetryPolicy,
    async buildRequest(claim) {
      const material = await deps.loadRequestData(
        claim.account,
        claim.endpointId,
        claim.delivery.chatId,
        claim.delivery,
      );
      const config = await deps.config(claim.account);
      const bot = material === null ? undefined : config.bots.get(material.bot.id);
      if (material === null || material.bot.isDeleted || bot?.enabled !== true) return endpointOff;
      const isMessage = claim.delivery.event === "CLIENT_MESSAGE";
      if (isMessage && material.chat !== null && claim.delivery.attempts > 0) {
        const note = await findEarlierAnswer(deps, claim, bot, material.chat);
        if (note !== null) return { settled: note };
      }
      const body = await buildBody(deps, claim, {
        ...material,
        sendsButtonText: bot.sendsButtonText,
      });
      if (typeof body !== "string") return body;
      const about = {
        account: claim.account,
        endpointUrl: claim.source.target.endpoint.url,
        eventId: toEventId(claim.delivery.id),
      };
      const request = await buildBotRequest(deps, about, material, body);
      if ("failed" in request) return request;
      addresses.set(claim, formatInboundUrl(deps, material));
      if (isMessage && material.chat !== null) chatsAtStart.set(claim, material.chat);
      if (request.accessToken !== null)
        sentTokens.set(claim, { botId: material.bot.id, accessToken: request.accessToken });
      return request.built;
    },
    interpretResponse: (reply, claim) =>
      interpretBotResponse(reply, {
        isAuthorized: sentTokens.has(claim),
        wasRefused: claim.delivery.errorCode === tokenRejectedCode,
      }),
    async afterAttempt(claim, ended) {
      const access = sentTokens.get(claim);
      if (ended.reply?.status === 401 && access !== undefined)
        deps.tokens.markRejected(access.botId, access.accessToken);
      const answerUse = ended.reply === null ? null : buildBotResponseUsage(ended.reply);
      return {
        note: await buildNote(claim, ended),
        used: answerUse ?? undefined,
      };
    },
  };
}

/**
 * Returns the URL to which the provider of a bot connection posts (BOT-010, BOT-011). Shows only
 * the last four characters of the token (CORE-125).
 */
export function formatInboundUrl(
  { botBase, unseal }: BotRequestDeps,
  { bot }: BotRequestData,
): string {
  const token = encodeURIComponent(unseal(bot.token));
  const door = bot.authorization === null ? "webhooks" : "providers";
  return `${botBase()}/${door}/${bot.providerId}/…${token.length > 8 ? token.slice(-4) : ""}`;
}

export interface BotRequestInput {
  readonly account: number;
  readonly endpointUrl: string;
  readonly eventId: string;
}
/**
 * Builds the request of an event with the token of the bot connection, and with an access token if
 * configured (BOT-012, BOT-033).
 */
export async function buildBotRequest(
  deps: BotRequestDeps,
  { account, endpointUrl, eventId }: BotRequestInput,
  { bot }: BotRequestData,
  body: string,
): Promise<
  { readonly built: RequestReady; readonly accessToken: string | null } | RequestUnavailable
> {
  const { authorization } = bot;
  const access =
    authorization === null
      ? null
      : await deps.tokens.get({ account, botId: bot.id, authorization });
  if (access !== null && "failed" in access)
    return { failed: "token_failed", message: access.failed };
  const accessToken = access?.token ?? null;
  const { url, shownTokens } = buildUrl(endpointUrl, deps.unseal(bot.token), bot.appendToken);
  const headers = buildHeaders(deps.version, accessToken);
  const secrets = accessToken === null ? shownTokens : [...shownTokens, accessToken];
  return {
    built: { url, headers, body, chunked: false, webhookId: eventId, secrets, warning: null },
    accessToken,
  };
}

const endpointOff: RequestImpossible = {
  never: "endpoint_off",
  message: "The bot connection was switched off.",
};
const chatHandedOver: RequestImpossible = {
  never: "handed_over",
  message: "The chat was handed over before this was sent.",
};

const nothingUnanswered: RequestImpossible = {
  never: "withdrawn",
  message: "The customer had no unanswered message when the bot got the chat.",
};

/**
 * Builds the body of an event from current data. Otherwise returns why the event must not be sent,
 * or when to check again (BOT-071).
 */
async function buildBody(
  deps: BotOutboundDeps,
  claim: Claim,
  { bot, chat, sendsButtonText }: BotRequestData & { readonly sendsButtonText: boolean },
): Promise<string | RequestImpossible | RequestPostponed> {
  const { account, delivery, source } = claim;
  if (chat === null) return chatHandedOver;
  const { entity, visitor, channel } = chat;
  const id = toEventId(delivery.id);
  const event = delivery.event as BotOutgoingEvent;
  if (event !== "CLIENT_MESSAGE")
    return JSON.stringify(buildChatEvent(event, { id, visitorId: visitor.id, chatId: entity.id }));
  // The chat has changed since the claim. The change planned a delivery that must be sent first.
  if (chat.isOvertaken) return { later: deps.clock.now() };
  if (entity.state === "closed" || getActiveBot(entity)?.id !== bot.id) return chatHandedOver;
  // The invitation is pending. AGENT_JOINED and AGENT_UNAVAILABLE are sent before this message and
  // wake its lane. Otherwise the lane checks again after the end of the invitation and drops the
  // message.
  if (entity.state === "waiting")
    return { later: Math.max(deps.clock.now(), getInvitationEndMs(entity)) + inviteRecheckDelayMs };
  const isOperatorAvailable = await deps.isAvailable(account, entity);
  const entry = JSON.parse(source.entry.body) as NewMessage;
  const { seq } = source.entry;
  // The line that the bot got the chat. The entry of every other delivery is the message itself.
  const message =
    entry.line === undefined
      ? entry
      : combineMessages(
          await deps.listUnanswered(account, { chatId: entity.id, beforeSeq: seq ?? 0 }),
        );
  if (message === null) return nothingUnanswered;
  const buttonText =
    sendsButtonText && message.button_id !== undefined && seq !== null
      ? await deps.findButtonText(account, { chatId: entity.id, beforeSeq: seq }, message.button_id)
      : null;
  return JSON.stringify(
    buildClientMessage(
      { id, account, chat: entity, visitor, channel, isOperatorAvailable },
      { ...message, text: buttonText ?? message.text },
    ),
  );
}
function getInvitationEndMs(chat: ChatData): number {
  return chat.wait?.invited_until === undefined ? 0 : Date.parse(chat.wait.invited_until);
}

/**
 * Handles a customer message that this attempt did not deliver (BOT-053, BOT-055). `chatAtStart` is
 * the chat when the request started.
 */
async function handleFailedMessage(
  deps: BotOutboundDeps,
  claim: Claim,
  ended: AttemptResult,
  chatAtStart: CurrentChat | undefined,
): Promise<DeliveryNote | null> {
  const { account, endpointId, delivery } = claim;
  const bot = [...(await deps.config(account)).bots.values()].find(
    (candidate) => candidate.endpointId === endpointId,
  );
  if (bot === undefined || delivery.chatId === null) return null;
  const chat =
    chatAtStart ?? (await deps.loadRequestData(account, endpointId, delivery.chatId))?.chat ?? null;
  if (chat === null) return null;
  const since =
    getSettlementStart(claim, chat) ??
    (chatAtStart === undefined ? null : { afterSeq: chatAtStart.lastSeq });
  return handleFailedAttempt(deps, claim, ended, { bot, chat, since });
}
