import { findChangedMessage } from "../../connectors/outbound/change-reports.ts";
import type { Message } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import type {
  RequestReady,
  RequestImpossible,
  RequestSettled,
  DeliveryDriver,
  SendRequest,
  EndpointTestResult,
} from "../../delivery/index.ts";
import { toTestResult } from "../../delivery/attempt/endpoint-test-result.ts";
import type { Claim, DeliveryTarget } from "../../delivery/queue/index.ts";
import {
  buildBody,
  buildChange,
  buildHeaders,
  buildMessage,
  buildUrl,
  type MessageSender,
} from "./format/build-request.ts";
import { buildChannelResponseUsage } from "./format/answer-use.ts";
import { interpretChannelResponse } from "./interpret-response.ts";
import { messageRetryPolicy, singleAttemptPolicy } from "./retry-policy.ts";

export interface ChannelOutboundDeps {
  /** Product version for `User-Agent` (CH-072). */
  readonly version: string;
  /** Sends a pending `typeout` before a message (CH-077). */
  readonly beforeMessage?: (claim: Claim) => Promise<void>;
  /** Returns whether the endpoint got the message (CH-127). */
  readonly wasSent: (account: number, message: Message) => Promise<boolean>;
}

/** Creates the driver that sends messages and their changes to the endpoint of a channel. */
export function createChannelDeliveryDriver(deps: ChannelOutboundDeps): DeliveryDriver {
  return {
    policy: messageRetryPolicy,
    interpretResponse: interpretChannelResponse,
    async buildRequest(claim) {
      const changed = findChangedMessage(claim);
      if (changed !== null && !(await deps.wasSent(claim.account, changed))) return notSent;
      return buildMessageRequest(claim, changed, deps.version);
    },
    ...(deps.beforeMessage === undefined ? {} : { beforeAttempt: deps.beforeMessage }),
    afterAttempt: (_claim, { reply }) => {
      const used = reply === null ? null : buildChannelResponseUsage(reply);
      return Promise.resolve(used === null ? null : { note: null, used });
    },
  };
}

/**
 * Builds a request to the endpoint of a channel from its current settings. Returns null if the
 * channel was deleted.
 */
export function buildChannelRequest(
  target: DeliveryTarget,
  sender: MessageSender,
  message: Readonly<Record<string, unknown>>,
  request: { readonly webhookId: string; readonly recipient: string; readonly version: string },
): RequestReady | null {
  const { channel, endpoint } = target;
  if (channel === null || channel.deleted) return null;
  return {
    url: buildUrl(endpoint.url, channel.publicId, channel.appendPublicId),
    headers: buildHeaders(request.version),
    body: buildBody(sender, request.recipient, message),
    chunked: channel.chunked,
    webhookId: request.webhookId,
    warning: null,
  };
}

const notSent: RequestSettled = {
  settled: { code: "not_sent", message: "The message never reached the customer." },
};

function buildMessageRequest(
  { source: { entry, target }, delivery }: Claim,
  changed: Message | null,
  version: string,
): RequestReady | RequestSettled | RequestImpossible {
  const deleted: RequestImpossible = {
    never: "channel_deleted",
    message: "The channel was deleted.",
  };
  if (target.channel === null || target.recipient === null) return deleted;
  const message = changed ?? (JSON.parse(entry.body) as NewMessage);
  if (changed === null && message.deleted_at !== undefined)
    return { settled: { code: "deleted", message: "The message was deleted before." } };
  const { wire, cut } =
    changed === null ? buildMessage(message, target.channel.mediaAs) : buildChange(changed);
  const sender = {
    name: target.speaker?.name ?? message.author.name,
    photo: target.speaker?.photo ?? "",
  };
  const built = buildChannelRequest(target, sender, wire, {
    webhookId: changed === null ? `msg_${message.id}` : `change_${delivery.id}`,
    recipient: target.recipient,
    version,
  });
  if (built === null) return deleted;
  return cut
    ? {
        ...built,
        warning: {
          code: "text_cut",
          message: "The text was longer than 1000 characters and was cut.",
        },
      }
    : built;
}

/**
 * Sends a message to `"recipient":{"id":"test"}` in one attempt. Returns null if the channel was
 * deleted. `token` makes the ids unique.
 */
export async function sendTestMessage(
  deps: { readonly send: SendRequest; readonly version: string },
  target: DeliveryTarget,
  sender: MessageSender,
  token: string,
): Promise<EndpointTestResult | null> {
  const message = {
    type: "text",
    id: `test-${token}`,
    text: "This is a test message from Parlour.",
  };
  const built = buildChannelRequest(target, sender, message, {
    webhookId: `test_${token}`,
    recipient: '"test"',
    version: deps.version,
  });
  if (built === null) return null;
  const sent = await deps.send(target, built, singleAttemptPolicy);
  return toTestResult(sent, interpretChannelResponse(sent.reply));
}
