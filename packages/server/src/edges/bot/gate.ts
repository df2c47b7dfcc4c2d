import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountConfig } from "../../core/command.ts";
import { clientKey } from "../../limits/client-key.ts";
import { compressed, mediaTypeOf, notJson } from "../../http/media-type.ts";
import type { Limits } from "../../limits/index.ts";
import { placeOf, type Addresses, type BotAddress, type Place } from "./address.ts";
import { BotFault, notFound, unknownClient, type BotRefusal } from "./answer.ts";
import { checkAuthorization, credentialsOf, severalCredentials, type AcceptedTokens } from "./authorization.ts";
import { tooMany } from "./inbound.ts";
import type { Received } from "./received.ts";

export interface GateDeps {
  readonly limits: Pick<Limits, "take">;
  readonly clock: { now(): number };
  readonly log: { info(fields: object, message: string): void };
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly acceptedTokens: AcceptedTokens;
  readonly addresses: Addresses;
  /** Length of the base URL's path, which precedes each address. */
  readonly prefixLength: number;
  /** Called when the connection is known. */
  readonly note: (reply: FastifyReply, note: Received) => void;
}

/**
 * Returns the connection of a request or throws the refusal. Order of checks: path, method, token,
 * authorization, access, rate, content type (BOT-083).
 */
export async function admit(deps: GateDeps, request: FastifyRequest, reply: FastifyReply): Promise<BotAddress> {
  const { addresses, clock, limits } = deps;
  const place = placeOf(request.raw.url ?? "", deps.prefixLength);
  if (place === null) throw new BotFault(notFound);
  if (request.method !== "POST") throw new BotFault(wrongMethod);
  const bot = await addresses.find(place.provider, place.token);
  if (bot === null) throw new BotFault(stranger(deps, request));
  deps.note(reply, newNote(request, bot, clock.now()));
  await authorize(deps, request, place, bot);
  const config = await deps.config(bot.account);
  if (config.suspended || config.bots.get(bot.botId)?.enabled !== true) throw new BotFault(switchedOff);
  const taken = limits.take("bot", bot.botId);
  if (!taken.ok) throw new BotFault(tooMany("Too many events on this connection.", taken.retryAfterMs));
  const refused = refusedType(request);
  if (refused !== null) throw new BotFault(refused);
  return bot;
}

async function authorize({ acceptedTokens, clock }: GateDeps, request: FastifyRequest, place: Place, bot: BotAddress): Promise<void> {
  const given = credentialsOf(request);
  const refused = severalCredentials(given, false) ?? (await checkAuthorization(place, bot, given, acceptedTokens, clock.now()));
  if (refused !== null) throw new BotFault(refused);
}

/**
 * Wrong tokens are counted per client address to prevent guessing. Right tokens are not affected.
 */
function stranger({ limits, log }: GateDeps, request: FastifyRequest): BotRefusal {
  const address = clientKey(request.ip);
  const taken = limits.take("wrong_address", `bot:${address}`);
  if (taken.ok) log.info({ address, requestId: request.id }, "bot.wrong_token");
  return taken.ok ? unknownClient : tooMany("Too many requests with wrong tokens.", taken.retryAfterMs);
}

const wrongMethod: BotRefusal = {
  status: 405,
  code: "invalid_request",
  message: "Only POST is possible here.",
  rule: "BOT-081",
  headers: { allow: "POST" },
};
const switchedOff: BotRefusal = {
  status: 403,
  code: "access_denied",
  message: "This connection, its provider or its account is switched off.",
  rule: "BOT-081",
};

function newNote(request: FastifyRequest, { account, botId }: BotAddress, at: number): Received {
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
function refusedType({ headers }: FastifyRequest): BotRefusal | null {
  const type = mediaTypeOf(headers);
  if (type === "" || (type !== null && /^application\/(?:json|[\w.!#$&^-]+\+json)$/i.test(type))) return null;
  const message = type === null ? compressed : notJson;
  return { status: 415, code: "invalid_request", message, field: "Content-Type", rule: "BOT-013" };
}
