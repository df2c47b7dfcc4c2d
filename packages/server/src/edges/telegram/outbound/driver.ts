import { cleanText } from "../../../core/text.ts";
import type { NewMessage } from "../../../core/event.ts";
import type {
  DeliveryDriver,
  RequestImpossible,
  RequestPostponed,
  RequestReady,
  RequestSettled,
  SendResult,
} from "../../../delivery/index.ts";
import type { Claim } from "../../../delivery/queue/index.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import type { TelegramApi } from "../service/client.ts";
import { buildParts } from "../format/build-parts.ts";
import { telegramRetryPolicy } from "./retry-policy.ts";
import { getGreeting } from "../settings.ts";
import { interpretTelegramResponse } from "./interpret-response.ts";
import { findFileToken } from "../../../core/chat/message/file-attachment.ts";
import { sendParts, type Sending } from "./send-parts.ts";
import { takeSendTokens } from "./send-tokens.ts";

export interface OutboundDeps extends Pick<ServicePort, "clock" | "log" | "limits"> {
  readonly outbox: Outbox;
  readonly api: TelegramApi;
}

/** Creates the driver that sends messages of operators and bots to Telegram (TG-030 – TG-043). */
export function createTelegramDriver(deps: OutboundDeps): DeliveryDriver {
  return {
    policy: telegramRetryPolicy,
    buildRequest: (claim) => buildRequest(deps, claim),
    interpretResponse: interpretTelegramResponse,
  };
}

async function buildRequest(
  deps: OutboundDeps,
  { source }: Claim,
): Promise<RequestReady | RequestImpossible | RequestPostponed | RequestSettled> {
  const target = deps.outbox.openTarget(source.target);
  if (target === null) return { never: "channel_deleted", message: "The channel was deleted." };
  // The only entry that is no message is that of a visitor to greet.
  if (source.entry.name === "visitor_created") return buildGreeting(deps, target);
  const message = JSON.parse(source.entry.body) as NewMessage;
  const token = findFileToken(message.media);
  const file = token === null ? null : await deps.outbox.files.open(token, "file");
  const parts = buildParts(message, file);
  // Parts that an earlier attempt sent have ids already (TG-042).
  const ref = { chatId: message.chat_id, messageId: message.id, seq: source.entry.seq ?? 0 };
  const ids = await deps.outbox.messages.listOf(target.channel, ref);
  const remaining = parts.slice(ids.length);
  if (remaining.length === 0)
    return { settled: { code: "sent_before", message: "An earlier attempt sent the message." } };
  const waitMs = await takeSendTokens(deps.limits, target);
  if (waitMs > 0) return { later: deps.clock.now() + waitMs };
  return toRequest(deps, { target, message: ref, remaining, file });
}

/** Builds the greeting with the present text of the channel (TG-044). */
async function buildGreeting(
  deps: OutboundDeps,
  target: ConnectorTarget,
): Promise<RequestReady | RequestPostponed | RequestSettled> {
  const text = getGreeting(target.channel);
  if (text === "")
    return { settled: { code: "no_greeting", message: "The channel has no greeting any more." } };
  const waitMs = await takeSendTokens(deps.limits, target);
  if (waitMs > 0) return { later: deps.clock.now() + waitMs };
  return toRequest(deps, {
    target,
    message: null,
    remaining: buildParts({ text }, null),
    file: null,
  });
}

function toRequest(deps: OutboundDeps, sending: Sending): RequestReady {
  const { target, message, remaining } = sending;
  const [first] = remaining;
  return {
    url: describeUrl(target, first?.method ?? ""),
    headers: {},
    body: JSON.stringify(first?.values ?? {}),
    unsigned: true,
    chunked: false,
    webhookId: message === null ? "greeting" : `msg_${message.messageId}`,
    warning: null,
    async send(timeoutMs): Promise<SendResult> {
      const { reply, part } = await sendParts(deps, sending, timeoutMs);
      return {
        reply,
        request: {
          url: describeUrl(target, part.method),
          headers: { part: `${remaining.indexOf(part) + 1}/${remaining.length}` },
          body: truncate(JSON.stringify({ chat_id: target.customer, ...part.values })),
        },
        answer:
          reply.kind === "answered"
            ? { headers: reply.headers, body: truncate(reply.body.toString("utf8")) }
            : null,
      };
    },
  };
}

/** Returns the URL of a request without the secret part of the token (CORE-125). */
const describeUrl = ({ channel }: ConnectorTarget, method: string): string =>
  `bot…${(channel.secrets["bot_token"] ?? "").slice(-4)}/${method}`;

/** Maximum length of a text in the delivery log, in UTF-16 units (CH-088). */
const maxLoggedLength = 8 * 1024;
const truncate = (text: string): string => cleanText(text.slice(0, maxLoggedLength));
