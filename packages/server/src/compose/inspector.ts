import { hideCredentials, lastFour, maskWire } from "../auth/index.ts";
import type { Delivery } from "../core/entity.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import type { Send } from "../delivery/index.ts";
import type { BotEdgeDeps } from "../edges/bot/index.ts";
import type { ChannelEdgeDeps } from "../edges/channel/index.ts";
import { openInspector, type Inspector } from "../inspect/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Ground } from "./ground.ts";

/** The memory of requests in both directions (API-052). */
export function openInspection(clock: Clock): Inspector {
  return openInspector({ clock, conceal: { hideCredentials, maskWire } });
}

/** Requests of chat channels. */
export function channelSeen({ inspector, clock }: Pick<Ground, "inspector" | "clock">): NonNullable<ChannelEdgeDeps["onReceived"]> {
  return ({ account, channelId, url, request, body, status, durationMs, fault }) =>
    inspector.received(account, {
      kind: "channel",
      ownerId: channelId,
      at: clock.now(),
      method: request.method,
      url,
      headers: request.headers,
      body,
      status,
      durationMs,
      fault,
      requestId: request.id,
      event: null,
      chatId: null,
    });
}

/** Requests of bot providers. */
export function botSeen({ inspector }: Pick<Ground, "inspector">): NonNullable<BotEdgeDeps["onReceived"]> {
  return (
    { account, botId, at, requestId, event, chatId, status, code, field, rule, durationMs, warnings },
    { body, request, message },
  ) => {
    const [first] = warnings;
    const noted = first && { code: first.code, message: warnings.map((one) => one.message).join(" "), field: null, rule: null };
    inspector.received(account, {
      kind: "bot",
      ownerId: botId,
      at,
      method: request.method,
      url: withoutToken(request.raw.url ?? ""),
      headers: request.headers,
      body,
      status,
      durationMs,
      // BOT-081 is the table of all errors.
      fault: code === null ? (noted ?? null) : { code, message, field, rule: rule ?? "BOT-081" },
      requestId,
      event,
      chatId,
    });
  };
}
/** Token of the address and of the query by their last four characters. */
function withoutToken(url: string): string {
  return url
    .replace(/(\/(?:webhooks|providers)\/[^/?#]+\/)([^/?#]+)/, (_all, before: string, token: string) => before + lastFour(token))
    .replace(/([?&]access_token=)([^&#]*)/g, (_all, before: string, token: string) => before + lastFour(token));
}

/** Writes reports of attempts, and remembers their requests. */
export function reportSeen({ journal, inspector, onFault }: Pick<Ground, "journal" | "inspector" | "onFault">): Journal["report"] {
  return async (result) => {
    const isWritten = await journal.report(result);
    const { account, delivery, attempt, endpointId } = result;
    if (attempt?.request === null || attempt === null) return isWritten;
    const { request, reply, status, durationMs, outcome, startedAt: at, errorCode: code, errorMessage } = attempt;
    // Settings are in memory; were they not, the report would still not wait for them.
    journal.config(account).then((config) => {
      const kind = kindOf(config, endpointId);
      // Devices of operators are no integrators; the telephony server has the ledger.
      if (kind === "push" || kind === "call" || kind === "mail") return;
      const error = code === null ? null : { code, message: errorMessage ?? "" };
      const { id: deliveryId, event, chatId } = delivery;
      inspector.attempted(account, { kind, endpointId, at, deliveryId, event, chatId, request, reply, status, durationMs, outcome, error });
    }, onFault);
    return isWritten;
  };
}

/** Sends what no row stands for, and remembers it; what an answer means is not known here, only its status. */
export function sendSeen({ inspector }: Pick<Ground, "inspector">, send: Send): Send {
  return async (target, built, policy) => {
    const sent = await send(target, built, policy);
    const { reply, request, answer, startedAt: at } = sent;
    const { status, durationMs } = reply;
    const isFailed = reply.kind === "failed";
    const outcome = isFailed ? reply.outcome : reply.status >= 200 && reply.status <= 299 ? "delivered" : "http_error";
    const error = isFailed ? { code: reply.outcome, message: reply.message } : null;
    const { kind, id: endpointId } = target.endpoint;
    if (kind === "push" || kind === "call" || kind === "mail") return sent;
    const none = { deliveryId: null, event: null, chatId: null };
    inspector.attempted(target.account, { kind, endpointId, at, ...none, request, reply: answer, status, durationMs, outcome, error });
    return sent;
  };
}

type Kind = Delivery["endpoint"]["kind"];
const kinds = new WeakMap<AccountConfig, Map<number, Kind>>();
function kindOf(config: AccountConfig, endpointId: number): Kind {
  let known = kinds.get(config);
  if (known === undefined) {
    known = new Map();
    for (const bot of config.bots.values()) known.set(bot.endpointId, "bot");
    for (const webhook of config.webhooks.values()) known.set(webhook.endpointId, "webhook");
    for (const device of config.push ?? []) known.set(device.endpointId, "push");
    if (config.calls !== undefined && config.calls.endpointId !== null) known.set(config.calls.endpointId, "call");
    if (config.mail !== undefined) known.set(config.mail.endpointId, "mail");
    kinds.set(config, known);
  }
  return known.get(endpointId) ?? "channel";
}
