import { randomUUID } from "node:crypto";
import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import type { Clock } from "../../core/command.ts";
import type { SendRequest, TestResult } from "../../delivery/index.ts";
import { toTestResult } from "../../delivery/test-result.ts";
import type { Target } from "../../queue/index.ts";
import { eventInReply, judgeAnswer } from "./judge.ts";
import type { BotMaterial } from "./material.ts";
import { botRequest, postAddress, type BotOutboundDeps } from "./outbound.ts";
import { botOncePolicy } from "./policy.ts";

/** Creates the sample of an event with `chat_id` "0". `now` is in ms since 1970. */
export function botSample(event: BotOutgoingEvent, about: { readonly account: number; readonly now: number }): Record<string, unknown> {
  const base = { event, id: randomUUID(), client_id: "0", chat_id: "0" };
  if (event !== "CLIENT_MESSAGE") return base;
  return {
    event,
    id: base.id,
    site_id: about.account,
    client_id: "0",
    chat_id: "0",
    agents_online: true,
    sender: { id: 0, name: "Parlour", url: "", has_contacts: false },
    channel: { id: "test", type: "channel" },
    message: { type: "TEXT", text: "This is a test message from Parlour.", timestamp: Math.floor(about.now / 1_000) },
  };
}

/**
 * Sends one attempt of one event. `sample` replaces fields of {@link createSampleEvent}. The fields
 * `event`, `id` and `chat_id` stay.
 */
export async function testBot(
  deps: Pick<BotOutboundDeps, "tokens" | "open" | "version" | "botBase"> & {
    readonly send: SendRequest;
    readonly clock: Pick<Clock, "now">;
  },
  target: Target,
  material: BotMaterial,
  event: BotOutgoingEvent,
  sample: Readonly<Record<string, unknown>> = {},
): Promise<TestResult> {
  const { account } = target;
  const base = botSample(event, { account, now: deps.clock.now() });
  const body = JSON.stringify({ ...base, ...sample, event, id: base["id"], chat_id: "0" });
  const begunAt = deps.clock.now();
  const about = { account, endpointUrl: target.endpoint.url, eventId: String(base["id"]) };
  const request = await botRequest(deps, about, material, body);
  if ("failed" in request) {
    const error = { code: request.failed, message: request.message };
    return { outcome: request.failed, status: null, durationMs: deps.clock.now() - begunAt, error, request: null, reply: null };
  }
  const sent = await deps.send(target, request.built, botOncePolicy);
  if (sent.reply.status === 401 && request.accessToken !== null) deps.tokens.refused(material.bot.id, request.accessToken);
  const verdict = judgeAnswer(sent.reply, { isAuthorized: false, wasRefused: false });
  return toTestResult(sent, { ...verdict, error: verdict.error ?? eventInReply(sent.reply, postAddress(deps, material)) });
}
