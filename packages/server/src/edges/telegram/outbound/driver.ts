import {
  findChangedMessage,
  findSentReaction,
  withChangeReports,
} from "../../../connectors/outbound/change-reports.ts";
import { openMessage, openTarget } from "../../../connectors/outbound/open-message.ts";
import { createSendAllowance } from "../../../connectors/outbound/send-allowance.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import { recordExchange } from "../../../delivery/attempt/send-request.ts";
import type {
  DeliveryDriver,
  RequestImpossible,
  RequestReady,
  RequestSettled,
} from "../../../delivery/index.ts";
import type { Claim } from "../../../delivery/queue/index.ts";
import type { Message, Reaction } from "../../../core/entity.ts";
import { buildChange, buildReaction } from "../format/build-change.ts";
import { buildParts, withQuote } from "../format/build-parts.ts";
import { isMessageId } from "../format/external-id.ts";
import type { TelegramApi } from "../service/client.ts";
import { getGreeting, getToken } from "../settings.ts";
import { interpretTelegramResponse } from "./interpret-response.ts";
import { telegramRetryPolicy } from "./retry-policy.ts";
import { sendTelegramParts, type SendPartsDeps, type Sending } from "./send-parts.ts";

export interface OutboundDeps extends ServicePort {
  readonly outbox: Outbox;
  readonly api: TelegramApi;
}

/**
 * Creates the driver that sends messages of operators and bots to Telegram, and their changes
 * (TG-030 – TG-046).
 */
export function createTelegramDriver(deps: OutboundDeps): DeliveryDriver {
  const { outbox, clock } = deps;
  const allowance = createSendAllowance(deps, ({ channel: { id }, customer }) => [
    ["telegram_chat", `${id}:${customer}`],
    ["telegram_bot", id],
  ]);
  const driver: DeliveryDriver = {
    policy: telegramRetryPolicy,
    async buildRequest(claim) {
      const target = openTarget(outbox, claim);
      if ("never" in target) return target;
      const sending = await buildSending(outbox, target, claim);
      if (!("target" in sending)) return sending;
      const waitMs = await allowance.take(target);
      if (waitMs > 0) return { later: clock.now() + waitMs };
      return toRequest({ ...deps, allowance }, sending);
    },
    interpretResponse: interpretTelegramResponse,
  };
  return withChangeReports(driver, outbox);
}

async function buildSending(
  outbox: Outbox,
  target: ConnectorTarget,
  claim: Claim,
): Promise<Sending | RequestSettled | RequestImpossible> {
  if (claim.source.entry.name === "visitor_created") return buildGreeting(target);
  const changed = findChangedMessage(claim);
  return changed === null
    ? buildRemaining(outbox, target, claim)
    : buildChanging(outbox, target, changed, findSentReaction(claim));
}

/** Builds what edits or deletes the sent parts of a message (TG-045), or reacts to it (TG-047). */
async function buildChanging(
  { messages }: Outbox,
  target: ConnectorTarget,
  message: Message,
  reaction: Reaction | null,
): Promise<Sending | RequestSettled | RequestImpossible> {
  const ref = { chatId: message.chat_id, messageId: message.id, seq: message.seq };
  const externalIds = await messages.listOf(target.channel, ref);
  if (reaction !== null) {
    // A pressed button has an id of another form.
    const externalId = externalIds.find(isMessageId);
    return externalId === undefined
      ? { never: "refused", message: "Telegram has no message to which a reaction can belong." }
      : { target, ref, remaining: [buildReaction(reaction, externalId)], file: null };
  }
  return externalIds.length === 0
    ? { settled: { code: "not_sent", message: "The message never reached the customer." } }
    : { target, ref, remaining: buildChange(message, externalIds), file: null };
}

/** Builds the parts that no earlier attempt sent (TG-042). */
async function buildRemaining(
  outbox: Outbox,
  target: ConnectorTarget,
  claim: Claim,
): Promise<Sending | RequestSettled> {
  const { message, ref, file, sentParts, quotedId } = await openMessage(outbox, target, claim);
  if (message.deleted_at !== undefined)
    return { settled: { code: "deleted", message: "The message was deleted before." } };
  const remaining = withQuote(buildParts(message, file), quotedId).slice(sentParts);
  return remaining.length === 0
    ? { settled: { code: "sent_before", message: "An earlier attempt sent the message." } }
    : { target, ref, remaining, file };
}

/** Builds the greeting with the present text of the channel (TG-044). */
function buildGreeting(target: ConnectorTarget): Sending | RequestSettled {
  const text = getGreeting(target.channel);
  return text === ""
    ? { settled: { code: "no_greeting", message: "The channel has no greeting any more." } }
    : { target, ref: null, remaining: buildParts({ text }, null), file: null };
}

function toRequest(deps: SendPartsDeps, sending: Sending): RequestReady {
  const { target, ref, remaining } = sending;
  const [first] = remaining;
  return {
    url: describeUrl(target, first?.method ?? ""),
    headers: {},
    body: JSON.stringify(first?.values ?? {}),
    unsigned: true,
    chunked: false,
    webhookId: ref === null ? "greeting" : `msg_${ref.messageId}`,
    warning: null,
    async send(timeoutMs) {
      const { reply, part } = await sendTelegramParts(deps, sending, timeoutMs);
      const request = {
        url: describeUrl(target, part.method),
        headers: { part: `${remaining.indexOf(part) + 1}/${remaining.length}` },
        body: JSON.stringify({ chat_id: target.customer, ...part.values }),
      };
      return recordExchange(request, reply);
    },
  };
}

/** Returns the URL of a request without the secret part of the token (CORE-125). */
const describeUrl = ({ channel }: ConnectorTarget, method: string): string =>
  `bot…${getToken(channel).slice(-4)}/${method}`;
