import type { NewMessage } from "../../core/event.ts";
import type { RequestReady, RequestImpossible, DeliveryDriver, SendRequest, TestResult } from "../../delivery/index.ts";
import { toTestResult } from "../../delivery/test-result.ts";
import type { Claim, DeliverySource, Target } from "../../queue/index.ts";
import { outgoingBody, outgoingHeaders, outgoingMessage, outgoingUrl, type Sender } from "./format/outgoing.ts";
import { channelUse } from "./format/use.ts";
import { judgeReply } from "./judge.ts";
import { messagePolicy, oncePolicy } from "./policy.ts";

export interface ChannelOutboundDeps {
  /** Product version for `User-Agent` (CH-072). */
  readonly version: string;
  /** Sends a pending `typeout` before the message (CH-077). */
  readonly beforeMessage?: (claim: Claim) => Promise<void>;
}

/** Creates the sender of messages to a channel's endpoint. */
export function channelOutbound(deps: ChannelOutboundDeps): DeliveryDriver {
  return {
    policy: messagePolicy,
    interpretResponse: judgeReply,
    buildRequest: ({ source }) => buildMessage(source, deps.version),
    ...(deps.beforeMessage === undefined ? {} : { beforeAttempt: deps.beforeMessage }),
    afterAttempt: (_claim, { reply }) => {
      const used = reply === null ? null : channelUse(reply);
      return Promise.resolve(used === null ? null : { note: null, used });
    },
  };
}

/**
 * Builds a request to a channel's endpoint from its current settings. Null if the channel was
 * deleted.
 */
export function channelRequest(
  target: Target,
  sender: Sender,
  message: Readonly<Record<string, unknown>>,
  about: { readonly webhookId: string; readonly recipient: string; readonly version: string },
): RequestReady | null {
  const { channel, endpoint } = target;
  if (channel === null || channel.deleted) return null;
  return {
    url: outgoingUrl(endpoint.url, channel.publicId, channel.appendPublicId),
    headers: outgoingHeaders(about.version),
    body: outgoingBody(sender, about.recipient, message),
    chunked: channel.chunked,
    webhookId: about.webhookId,
    warning: null,
  };
}

function buildMessage({ entry, target }: DeliverySource, version: string): RequestReady | RequestImpossible {
  const deleted: RequestImpossible = { never: "channel_deleted", message: "The channel was deleted." };
  if (target.channel === null || target.recipient === null) return deleted;
  const message = JSON.parse(entry.body) as NewMessage;
  const { wire, cut } = outgoingMessage(message, target.channel.mediaAs);
  const sender = { name: target.speaker?.name ?? message.author.name, photo: target.speaker?.photo ?? "" };
  const built = channelRequest(target, sender, wire, { webhookId: `msg_${message.id}`, recipient: target.recipient, version });
  if (built === null) return deleted;
  return cut ? { ...built, warning: { code: "text_cut", message: "The text was longer than 1000 characters and was cut." } } : built;
}

/**
 * Sends one attempt with `"recipient":{"id":"test"}`. Null if the channel was deleted. `token`
 * makes the ids unique.
 */
export async function testMessage(
  deps: { readonly send: SendRequest; readonly version: string },
  target: Target,
  sender: Sender,
  token: string,
): Promise<TestResult | null> {
  const message = { type: "text", id: `test-${token}`, text: "This is a test message from Parlour." };
  const built = channelRequest(target, sender, message, { webhookId: `test_${token}`, recipient: '"test"', version: deps.version });
  if (built === null) return null;
  const sent = await deps.send(target, built, oncePolicy);
  return toTestResult(sent, judgeReply(sent.reply));
}
