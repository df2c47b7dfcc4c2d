import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import { failBot } from "../../core/bot/hand-over.ts";
import { attachedBot } from "../../core/bot/scope.ts";
import type { ChatDraft, MessageDraft } from "../../core/event.ts";
import { isRefusedForSure } from "../../core/failure.ts";
import type { AccountConfig, Clock, Write } from "../../core/ports.ts";
import type { Built, Ended, Later, Never, Outbound, Unsent } from "../../delivery/index.ts";
import type { Claim } from "../../queue/index.ts";
import { eventId } from "./event-id.ts";
import { chatEvent, clientMessage, outgoingHeaders, outgoingUrl } from "./format/outgoing.ts";
import { judgeAnswer, tokenRefused } from "./judge.ts";
import type { BotMaterial, FindMaterial } from "./material.ts";
import { afterInviteMs, botPolicy } from "./policy.ts";
import type { Tokens } from "./tokens.ts";

export interface BotOutboundDeps {
  readonly material: FindMaterial;
  readonly tokens: Tokens;
  readonly write: Write;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** CORE-092 for a chat, now. */
  readonly isAvailable: (account: number, chat: ChatDraft) => Promise<boolean>;
  /** Opens what was sealed under SECRET_KEY. */
  readonly open: (sealed: Buffer) => string;
  readonly clock: Clock;
  /** Of the product, for `User-Agent`. */
  readonly version: string;
}

/** How events are sent to providers, and what a failure does: the chat goes to operators (BOT-053). */
export function botOutbound(deps: BotOutboundDeps): Outbound {
  // What a claim's request carried; gone with the claim.
  const sent = new WeakMap<Claim, { readonly botId: number; readonly accessToken: string }>();
  return {
    policy: botPolicy,
    async build(claim) {
      const material = await deps.material(claim.account, claim.endpointId, claim.delivery.chatId, claim.delivery);
      const config = await deps.config(claim.account);
      if (material === null || material.bot.isDeleted || config.bots.get(material.bot.id)?.enabled !== true) return switchedOff;
      const body = await bodyOf(deps, claim, material);
      if (typeof body !== "string") return body;
      const about = { account: claim.account, endpointUrl: claim.source.target.endpoint.url, eventId: eventId(claim.delivery.id) };
      const request = await botRequest(deps, about, material, body);
      if ("failed" in request) return request;
      if (request.accessToken !== null) sent.set(claim, { botId: material.bot.id, accessToken: request.accessToken });
      return request.built;
    },
    judge: (reply, claim) => judgeAnswer(reply, { isAuthorized: sent.has(claim), wasRefused: claim.delivery.errorCode === tokenRefused }),
    async after(claim, ended) {
      const used = sent.get(claim);
      if (ended.reply?.status === 401 && used !== undefined) deps.tokens.refused(used.botId, used.accessToken);
      if (isOver(ended) && claim.delivery.event === "CLIENT_MESSAGE") await handOver(deps, claim, ended);
      return null;
    },
  };
}

/** A request to a provider. */
export interface RequestAbout {
  readonly account: number;
  readonly endpointUrl: string;
  readonly eventId: string;
}
/** The request of an event with the connection's token, and its access token where it has one (BOT-012, BOT-033). */
export async function botRequest(
  deps: Pick<BotOutboundDeps, "tokens" | "open" | "version">,
  { account, endpointUrl, eventId: webhookId }: RequestAbout,
  { bot }: BotMaterial,
  body: string,
): Promise<{ readonly built: Built; readonly accessToken: string | null } | Unsent> {
  const { authorization } = bot;
  const access = authorization === null ? null : await deps.tokens.get({ account, botId: bot.id, authorization });
  if (access !== null && "failed" in access) return { failed: "token_failed", message: access.failed };
  const accessToken = access?.token ?? null;
  const { url, shownToken } = outgoingUrl(endpointUrl, deps.open(bot.token));
  const headers = outgoingHeaders(deps.version, accessToken);
  const secrets = accessToken === null ? [shownToken] : [shownToken, accessToken];
  return { built: { url, headers, body, chunked: false, webhookId, secrets, warning: null }, accessToken };
}

const switchedOff: Never = { never: "endpoint_off", message: "The bot connection was switched off." };
const handedOver: Never = { never: "handed_over", message: "The chat was handed over before this was sent." };

/** The event's body as things stand now, why it is never sent, or when to look again (BOT-071). */
async function bodyOf(deps: BotOutboundDeps, claim: Claim, { bot, chat }: BotMaterial): Promise<string | Never | Later> {
  const { account, delivery, source } = claim;
  if (chat === null) return handedOver;
  const { entity, visitor, channel } = chat;
  const id = eventId(delivery.id);
  const event = delivery.event as BotOutgoingEvent;
  if (event !== "CLIENT_MESSAGE") return JSON.stringify(chatEvent(event, { id, visitorId: visitor.id, chatId: entity.id }));
  // The chat read here is newer than the claim: what its change put first has to go first.
  if (chat.isOvertaken) return { later: deps.clock.now() };
  if (entity.state === "closed" || attachedBot(entity)?.id !== bot.id) return handedOver;
  // Invited: AGENT_JOINED and AGENT_UNAVAILABLE go before this message and wake its lane; after any other end it is dropped at this time.
  if (entity.state === "waiting") return { later: Math.max(deps.clock.now(), invitedUntil(entity)) + afterInviteMs };
  const isOperatorAvailable = await deps.isAvailable(account, entity);
  const message = JSON.parse(source.entry.body) as MessageDraft;
  return JSON.stringify(clientMessage({ id, account, chat: entity, visitor, channel, isOperatorAvailable }, message));
}
function invitedUntil(chat: ChatDraft): number {
  return chat.wait?.invited_until === undefined ? 0 : Date.parse(chat.wait.invited_until);
}

function isOver({ state }: Ended): boolean {
  return state === "failed" || state === "dead";
}

/** Without effect when the chat is not with this bot any more, so it may run twice. */
async function handOver(deps: BotOutboundDeps, claim: Claim, { verdict }: Ended): Promise<void> {
  const { account, endpointId, delivery } = claim;
  const bot = [...(await deps.config(account)).bots.values()].find((one) => one.endpointId === endpointId);
  if (bot === undefined || delivery.chatId === null) return;
  try {
    await deps.write({ account, subject: { chat: delivery.chatId }, verb: failBot({ botId: bot.id, outcome: verdict.outcome }) });
  } catch (error) {
    // A storage that does not answer is another matter: then the attempt is not reported either, and found again.
    if (!isRefusedForSure(error)) throw error;
  }
}
