import { buildCallbackData } from "../../../connectors/outbound/callback-data.ts";
import {
  createPartsDriver,
  type PartRequest,
  type PartsDriver,
} from "../../../connectors/outbound/parts-driver.ts";
import type { MessageRef } from "../../../connectors/outbound/open-message.ts";
import { createMessageRetryPolicy } from "../../../connectors/outbound/retry-policy.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import { buildParts, type PartContent } from "../format/build-parts.ts";
import { toDigits } from "../format/values.ts";
import type { ViberApi } from "../service/client.ts";
import { parseApiReply } from "../service/reply.ts";
import { getSenderName, getToken } from "../settings.ts";
import { interpretViberResponse } from "./interpret-response.ts";

interface ViberDriverDeps extends ServicePort {
  readonly outbox: Outbox;
  readonly api: ViberApi;
  readonly trackingKey: Buffer;
}

const second = 1_000;
const minute = 60 * second;

/** Repeats a message for half a day if Viber is unavailable (VB-040). */
const policy = createMessageRetryPolicy({
  timeoutMs: 25 * second,
  maxReplyBytes: 64 * 1024,
  firstPausesMs: [0, 2 * second, 5 * second, 15 * second, 30 * second, minute, 2 * minute],
  later: { count: 144, pauseMs: 5 * minute },
  interruptedPauseMs: 10 * second,
});

/** Creates the driver that sends messages of operators and bots to Viber (VB-030 – VB-041). */
export function createViberDriver(deps: ViberDriverDeps): PartsDriver {
  const { api, trackingKey } = deps;
  return createPartsDriver(deps, {
    policy,
    buildRequests: (target, { message, ref, file }) =>
      buildParts(message, file).map((content, n, { length }) =>
        buildRequest(deps, target, content, buildTracking(ref, n, length, trackingKey)),
      ),
    send: ({ channel }, { body }, timeoutMs) =>
      api.send(getToken(channel), "send_message", body, timeoutMs),
    readId(_target, reply) {
      const result = parseApiReply(reply);
      return result.kind === "ok" ? toDigits(result.fields["message_token"]) || "unknown" : null;
    },
    interpret: interpretViberResponse,
  });
}

/** Numbers the parts from 1. 0: the message has one part. */
const buildTracking = (ref: MessageRef, n: number, count: number, key: Buffer): string =>
  buildCallbackData({ ...ref, part: count === 1 ? 0 : Math.min(n + 1, 9) }, key);

const buildRequest = (
  { api }: ViberDriverDeps,
  { channel, customer }: ConnectorTarget,
  content: PartContent,
  trackingData: string,
): PartRequest => ({
  url: api.url("send_message"),
  headers: {},
  secrets: [],
  body: JSON.stringify({
    receiver: customer,
    sender: { name: getSenderName(channel) },
    tracking_data: trackingData,
    ...content,
  }),
});
