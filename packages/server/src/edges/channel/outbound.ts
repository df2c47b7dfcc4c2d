import { omitAbsent } from "@parlour/protocol/omit-absent";
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
import type { Claim, DeliverySource, DeliveryTarget } from "../../delivery/queue/index.ts";
import {
  buildBody,
  buildChange,
  buildHeaders,
  buildMessage,
  buildUrl,
  type BuiltMessage,
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
    // A change needs the results of the messages before it (CH-127).
    canJoinRun: ({ source }) => source.entry.name === "message_created",
    async buildRequest(claim) {
      const changed = findChangedMessage(claim);
      if (changed === null) return buildMessageRequest(claim.source, deps.version);
      const wasSent = await deps.wasSent(claim.account, changed);
      return wasSent ? buildChangeRequest(claim, changed, deps.version) : notSent;
    },
    ...omitAbsent({ beforeAttempt: deps.beforeMessage }),
    afterAttempt: (_claim, { reply }) => {
      const used = reply === null ? null : buildChannelResponseUsage(reply);
      return Promise.resolve(used === null ? null : { note: null, used });
    },
  };
}

/** Builds a request from a channel's current settings. null: the channel was deleted. */
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

const channelDeleted: RequestImpossible = {
  never: "channel_deleted",
  message: "The channel was deleted.",
};

function buildMessageRequest(
  { entry, target }: DeliverySource,
  version: string,
): RequestReady | RequestSettled | RequestImpossible {
  if (target.channel === null) return channelDeleted;
  const message = JSON.parse(entry.body) as NewMessage;
  if (message.deleted_at !== undefined)
    return { settled: { code: "deleted", message: "The message was deleted before." } };
  const built = buildMessage(message, target.channel.mediaAs);
  return toRequest(target, message, built, { webhookId: `msg_${message.id}`, version });
}

/** Builds the request of an edit or a deletion (CH-126). */
function buildChangeRequest(
  { source, delivery }: Claim,
  changed: Message,
  version: string,
): RequestReady | RequestImpossible {
  const webhookId = `change_${delivery.id}`;
  return toRequest(source.target, changed, buildChange(changed), { webhookId, version });
}

function toRequest(
  target: DeliveryTarget,
  { author }: NewMessage,
  { wire, cut }: BuiltMessage,
  request: { readonly webhookId: string; readonly version: string },
): RequestReady | RequestImpossible {
  const { recipient, speaker } = target;
  if (recipient === null) return channelDeleted;
  const sender = { name: speaker?.name ?? author.name, photo: speaker?.photo ?? "" };
  const built = buildChannelRequest(target, sender, wire, { ...request, recipient });
  if (built === null) return channelDeleted;
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
