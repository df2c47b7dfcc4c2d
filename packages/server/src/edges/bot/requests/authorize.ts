import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountNames } from "../../../cluster/index.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import { compressedBodyText, getMediaType, notJsonText } from "../../../http/body/media-type.ts";
import type { Limits } from "../../../limits/index.ts";
import {
  matchRoute,
  type AddressCache,
  type BotAddress,
  type InboundRoute,
} from "./address-cache.ts";
import {
  BotRefusalError,
  notFoundRefusal,
  unknownClientRefusal,
  type BotRefusal,
} from "../responses.ts";
import {
  checkAccessToken,
  parseAccessToken,
  readBotCredentials,
  checkCredentialConflict,
  type AcceptedTokens,
} from "./authorization.ts";
import { createRateLimitRefusal } from "./handle-event.ts";
import type { RequestRecord } from "./request-record.ts";

export interface AuthorizeDeps {
  readonly limits: Limits;
  readonly clock: { now(): number };
  readonly log: { info(fields: object, message: string): void };
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly acceptedTokens: AcceptedTokens;
  readonly addresses: AddressCache;
  readonly cluster: AccountNames;
  /** Length of the path of the base URL, which precedes each address. */
  readonly prefixLength: number;
  /** Called when the bot connection is found. */
  readonly attachRecord: (reply: FastifyReply, note: RequestRecord) => void;
}

/**
 * Returns the bot connection of a request, or throws the refusal. Checks are made in this order:
 * path, method, token, authorization, access, rate, content type (BOT-083).
 */
export async function authorizeRequest(
  deps: AuthorizeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BotAddress> {
  const { addresses, clock, limits } = deps;
  const route = matchRoute(request.raw.url ?? "", deps.prefixLength);
  if (route === null) throw new BotRefusalError(notFoundRefusal);
  if (request.method !== "POST") throw new BotRefusalError(wrongMethodRefusal);
  const bot = await addresses.find(route.provider, route.token);
  if (bot === null) throw new BotRefusalError(await refusalForWrongToken(deps, request));
  void reply.headers(deps.cluster.accountHeaders(bot.account));
  deps.attachRecord(reply, createRequestRecord(request, bot, clock.now()));
  await assertCredentials(deps, request, route, bot);
  const config = await deps.config(bot.account);
  if (config.suspended || config.bots.get(bot.botId)?.enabled !== true)
    throw new BotRefusalError(disabledRefusal);
  const quota = await limits.take("bot", bot.botId);
  if (!quota.ok)
    throw new BotRefusalError(
      createRateLimitRefusal("Too many events on this connection.", quota.retryAfterMs),
    );
  const refusal = checkContentType(request);
  if (refusal !== null) throw new BotRefusalError(refusal);
  return bot;
}

async function assertCredentials(
  { acceptedTokens, clock }: AuthorizeDeps,
  request: FastifyRequest,
  route: InboundRoute,
  bot: BotAddress,
): Promise<void> {
  const credentials = readBotCredentials(request);
  const token =
    checkCredentialConflict(credentials, false) ?? parseAccessToken(route, bot, credentials);
  const refusal =
    typeof token === "string"
      ? await checkAccessToken(token, bot, acceptedTokens, clock.now())
      : token;
  if (refusal !== null) throw new BotRefusalError(refusal);
}

/**
 * Returns the refusal. Counts wrong tokens per client address to prevent guessing. Requests with a
 * right token are not affected.
 */
async function refusalForWrongToken(
  { limits, log }: AuthorizeDeps,
  request: FastifyRequest,
): Promise<BotRefusal> {
  const address = toClientKey(request.clientAddress);
  const quota = await limits.take("wrong_address", `bot:${address}`);
  if (quota.ok) log.info({ address, requestId: request.id }, "bot.wrong_token");
  return quota.ok
    ? unknownClientRefusal
    : createRateLimitRefusal("Too many requests with wrong tokens.", quota.retryAfterMs);
}

const wrongMethodRefusal: BotRefusal = {
  status: 405,
  code: "invalid_request",
  message: "Only POST is possible here.",
  rule: "BOT-081",
  headers: { allow: "POST" },
};
const disabledRefusal: BotRefusal = {
  status: 403,
  code: "access_denied",
  message: "This connection, its provider or its account is switched off.",
  rule: "BOT-081",
};

function createRequestRecord(
  request: FastifyRequest,
  { account, botId }: BotAddress,
  at: number,
): RequestRecord {
  return {
    at,
    requestId: request.id,
    account,
    botId,
    event: null,
    id: null,
    chatId: null,
    isTest: false,
    sentAt: null,
    status: 0,
    code: null,
    field: null,
    rule: null,
    durationMs: 0,
    warnings: [],
  };
}

/** Checks the content type (BOT-013). */
function checkContentType({ headers }: FastifyRequest): BotRefusal | null {
  const type = getMediaType(headers);
  if (type === "" || (type !== null && /^application\/(?:json|[\w.!#$&^-]+\+json)$/i.test(type)))
    return null;
  const message = type === null ? compressedBodyText : notJsonText;
  return { status: 415, code: "invalid_request", message, field: "Content-Type", rule: "BOT-013" };
}
