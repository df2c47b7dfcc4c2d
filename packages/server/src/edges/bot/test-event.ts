import { randomUUID } from "node:crypto";
import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import type { Clock } from "../../core/command.ts";
import type { SendRequest, EndpointTestResult } from "../../delivery/index.ts";
import { toTestResult } from "../../delivery/attempt/endpoint-test-result.ts";
import type { DeliveryTarget } from "../../delivery/queue/index.ts";
import { findEventInResponse, interpretBotResponse } from "./interpret-response.ts";
import type { BotRequestData } from "./request-data.ts";
import { buildBotRequest, formatInboundUrl, type BotRequestDeps } from "./outbound.ts";
import { testRetryPolicy } from "./retry-policy.ts";

/** Creates a sample event with `chat_id` "0". `now` is in ms since 1970. */
export function createSampleEvent(
  event: BotOutgoingEvent,
  context: { readonly account: number; readonly now: number },
): Record<string, unknown> {
  const base = { event, id: randomUUID(), client_id: "0", chat_id: "0" };
  if (event !== "CLIENT_MESSAGE") return base;
  return {
    event,
    id: base.id,
    site_id: context.account,
    client_id: "0",
    chat_id: "0",
    agents_online: true,
    sender: { id: 0, name: "Parlour", url: "", has_contacts: false },
    channel: { id: "test", type: "channel" },
    message: {
      type: "TEXT",
      text: "This is a test message from Parlour.",
      timestamp: Math.floor(context.now / 1_000),
    },
  };
}

/** An event to try on a connection. */
interface BotTest {
  readonly event: BotOutgoingEvent;
  /**
   * Replaces fields of {@link createSampleEvent}. The fields `event`, `id` and `chat_id` stay.
   */
  readonly sample?: Readonly<Record<string, unknown>> | undefined;
}

/** Sends one attempt of one event. */
export async function sendTestEvent(
  deps: BotRequestDeps & { readonly send: SendRequest; readonly clock: Clock },
  target: DeliveryTarget,
  data: BotRequestData,
  { event, sample = {} }: BotTest,
): Promise<EndpointTestResult> {
  const { account } = target;
  const base = createSampleEvent(event, { account, now: deps.clock.now() });
  const body = JSON.stringify({ ...base, ...sample, event, id: base["id"], chat_id: "0" });
  const startedAt = deps.clock.now();
  const input = { account, endpointUrl: target.endpoint.url, eventId: String(base["id"]) };
  const request = await buildBotRequest(deps, input, data, body);
  if ("failed" in request) {
    const error = { code: request.failed, message: request.message };
    return {
      outcome: request.failed,
      status: null,
      durationMs: deps.clock.now() - startedAt,
      error,
      request: null,
      reply: null,
    };
  }
  const sent = await deps.send(target, request.built, testRetryPolicy);
  if (sent.reply.status === 401 && request.accessToken !== null)
    deps.tokens.markRejected(data.bot.id, request.accessToken);
  const interpretation = interpretBotResponse(sent.reply, {
    isAuthorized: false,
    wasRefused: false,
  });
  return toTestResult(sent, {
    ...interpretation,
    error: interpretation.error ?? findEventInResponse(sent.reply, formatInboundUrl(deps, data)),
  });
}
