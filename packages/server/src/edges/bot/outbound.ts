import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { activeBot } from "../../core/bot/assignment.ts";
import type { ChatData, NewMessage } from "../../core/event.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import type {
  AfterNote,
  RequestReady,
  AttemptResult,
  RequestPostponed,
  RequestImpossible,
  DeliveryDriver,
  RequestUnavailable,
} from "../../delivery/index.ts";
import type { Claim } from "../../queue/index.ts";
import { eventId } from "./event-id.ts";
import { chatEvent, clientMessage, outgoingHeaders, outgoingUrl } from "./format/outgoing.ts";
import { botUse } from "./format/use.ts";
import { eventInReply, judgeAnswer, tokenRefused } from "./judge.ts";
import type { BotMaterial, FindMaterial } from "./material.ts";
import { afterInviteMs, botPolicy } from "./policy.ts";
import { afterFailure, earlierSince, settledBefore, type ChatNow, type SettleDeps } from "./settle.ts";
import type { Tokens } from "./tokens.ts";

export interface BotOutboundDeps extends SettleDeps {
  readonly material: FindMaterial;
  readonly tokens: Tokens;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Returns whether operators are available for a chat now (CORE-092). */
  readonly isAvailable: (account: number, chat: ChatData) => Promise<boolean>;
  /** Base URL of BOT-010 without a trailing slash. */
  readonly botBase: () => string;
  /** Unseals a value that was sealed under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  readonly clock: Clock;
  /** Product version for `User-Agent`. */
  readonly version: string;
}

/**
 * Creates the sender of events to providers. After a final failure the chat goes to operators
 * (BOT-053).
 */
export function botOutbound(deps: BotOutboundDeps): DeliveryDriver {
  // Access token of each claim's request.
  const sent = new WeakMap<Claim, { readonly botId: number; readonly accessToken: string }>();
  // Chat of each customer message at the start of its request.
  const begun = new WeakMap<Claim, ChatNow>();
  // Inbound URL of each claim's bot.
  const addresses = new WeakMap<Claim, string>();
  const noteOf = async (claim: Claim, ended: AttemptResult): Promise<AfterNote | null> => {
    if (ended.state === "delivered") return ended.reply === null ? null : eventInReply(ended.reply, addresses.get(claim) ?? "");
    return claim.delivery.event === "CLIENT_MESSAGE" ? afterFailedMessage(deps, claim, ended, begun.get(claim)) : null;
  };
  return {
    policy: botPolicy,
    async buildRequest(claim) {
      const material = await deps.material(claim.account, claim.endpointId, claim.delivery.chatId, claim.delivery);
      const config = await deps.config(claim.account);
      const bot = material === null ? undefined : config.bots.get(material.bot.id);
      if (material === null || material.bot.isDeleted || bot?.enabled !== true) return switchedOff;
      const isMessage = claim.delivery.event === "CLIENT_MESSAGE";
      if (isMessage && material.chat !== null && claim.delivery.attempts > 0) {
        const note = await settledBefore(deps, claim, bot, material.chat);
        if (note !== null) return { settled: note };
      }
      const body = await bodyOf(deps, claim, material);
      if (typeof body !== "string") return body;
      const about = { account: claim.account, endpointUrl: claim.source.target.endpoint.url, eventId: eventId(claim.delivery.id) };
      const request = await botRequest(deps, about, material, body);
      if ("failed" in request) return request;
      addresses.set(claim, postAddress(deps, material));
      if (isMessage && material.chat !== null) begun.set(claim, material.chat);
      if (request.accessToken !== null) sent.set(claim, { botId: material.bot.id, accessToken: request.accessToken });
      return request.built;
    },
    interpretResponse: (reply, claim) =>
      judgeAnswer(reply, { isAuthorized: sent.has(claim), wasRefused: claim.delivery.errorCode === tokenRefused }),
    async afterAttempt(claim, ended) {
      const access = sent.get(claim);
      if (ended.reply?.status === 401 && access !== undefined) deps.tokens.refused(access.botId, access.accessToken);
      const answerUse = ended.reply === null ? null : botUse(ended.reply);
      return { note: await noteOf(claim, ended), ...(answerUse !== null && { used: answerUse }) };
    },
  };
}

/**
 * Returns the URL to which a connection's provider posts (BOT-010, BOT-011). Only the last four
 * characters of the token are shown (CORE-125).
 */
export function postAddress({ botBase, open }: Pick<BotOutboundDeps, "botBase" | "open">, { bot }: BotMaterial): string {
  const token = encodeURIComponent(open(bot.token));
  const door = bot.authorization === null ? "webhooks" : "providers";
  return `${botBase()}/${door}/${bot.providerId}/…${token.length > 8 ? token.slice(-4) : ""}`;
}

/** Input of a request to a provider. */
export interface RequestAbout {
  readonly account: number;
  readonly endpointUrl: string;
  readonly eventId: string;
}
/**
 * Builds the request of an event with the connection's token, and with an access token if
 * configured (BOT-012, BOT-033).
 */
export async function botRequest(
  deps: Pick<BotOutboundDeps, "tokens" | "open" | "version">,
  { account, endpointUrl, eventId: webhookId }: RequestAbout,
  { bot }: BotMaterial,
  body: string,
): Promise<{ readonly built: RequestReady; readonly accessToken: string | null } | RequestUnavailable> {
  const { authorization } = bot;
  const access = authorization === null ? null : await deps.tokens.get({ account, botId: bot.id, authorization });
  if (access !== null && "failed" in access) return { failed: "token_failed", message: access.failed };
  const accessToken = access?.token ?? null;
  const { url, shownTokens } = outgoingUrl(endpointUrl, deps.open(bot.token), bot.appendToken);
  const headers = outgoingHeaders(deps.version, accessToken);
  const secrets = accessToken === null ? shownTokens : [...shownTokens, accessToken];
  return { built: { url, headers, body, chunked: false, webhookId, secrets, warning: null }, accessToken };
}

const switchedOff: RequestImpossible = { never: "endpoint_off", message: "The bot connection was switched off." };
const handedOver: RequestImpossible = { never: "handed_over", message: "The chat was handed over before this was sent." };

/**
 * Builds the event's body from current data. Otherwise returns the reason never to send it, or the
 * time of the next check (BOT-071).
 */
async function bodyOf(
  deps: BotOutboundDeps,
  claim: Claim,
  { bot, chat }: BotMaterial,
): Promise<string | RequestImpossible | RequestPostponed> {
  const { account, delivery, source } = claim;
  if (chat === null) return handedOver;
  const { entity, visitor, channel } = chat;
  const id = eventId(delivery.id);
  const event = delivery.event as BotOutgoingEvent;
  if (event !== "CLIENT_MESSAGE") return JSON.stringify(chatEvent(event, { id, visitorId: visitor.id, chatId: entity.id }));
  // The chat is newer than the claim. A delivery that the change put first must be sent first.
  if (chat.isOvertaken) return { later: deps.clock.now() };
  if (entity.state === "closed" || activeBot(entity)?.id !== bot.id) return handedOver;
  // The invitation is pending. AGENT_JOINED and AGENT_UNAVAILABLE are sent before this message and
  // wake its lane. After any other end the message is dropped at this time.
  if (entity.state === "waiting") return { later: Math.max(deps.clock.now(), invitedUntil(entity)) + afterInviteMs };
  const isOperatorAvailable = await deps.isAvailable(account, entity);
  const message = JSON.parse(source.entry.body) as NewMessage;
  return JSON.stringify(clientMessage({ id, account, chat: entity, visitor, channel, isOperatorAvailable }, message));
}
function invitedUntil(chat: ChatData): number {
  return chat.wait?.invited_until === undefined ? 0 : Date.parse(chat.wait.invited_until);
}

/**
 * Handles a customer message that this attempt did not deliver (BOT-053, BOT-055). `chatAtStart` is
 * the chat at the start of the request.
 */
async function afterFailedMessage(
  deps: BotOutboundDeps,
  claim: Claim,
  ended: AttemptResult,
  begun: ChatNow | undefined,
): Promise<AfterNote | null> {
  const { account, endpointId, delivery } = claim;
  const bot = [...(await deps.config(account)).bots.values()].find((one) => one.endpointId === endpointId);
  if (bot === undefined || delivery.chatId === null) return null;
  const chat = begun ?? (await deps.material(account, endpointId, delivery.chatId))?.chat ?? null;
  if (chat === null) return null;
  const since = earlierSince(claim, chat) ?? (begun === undefined ? null : { afterSeq: begun.lastSeq });
  return afterFailure(deps, claim, ended, bot, chat, since);
}
