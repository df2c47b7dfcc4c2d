import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { storeBlockedMessage } from "../../core/blacklist/store-blocked-message.ts";
import { findSendableChannel } from "../../core/channel/sendable-channel.ts";
import { receiveCustomerMessage, type CustomerMessageInput } from "../../core/chat/receive-message.ts";
import { announceCustomer } from "../../core/visitor/announce.ts";
import { isFailure, refuse, Refusal } from "../../core/failure.ts";
import type { AccountConfig, Clock, IdempotencyKey, WriteCommand, WriteResult } from "../../core/command.ts";
import { idempotencyKey } from "../../http/idempotency-key.ts";
import { readJson } from "../../http/json.ts";
import type { Limits } from "../../limits/index.ts";
import type { ChannelAddress } from "./address.ts";
import { incoming } from "./format/incoming.ts";
import type { Recent } from "./recent.ts";
import type { TypingIn } from "./typing-in.ts";

export interface InboundDeps {
  readonly write: WriteCommand;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Returns the newest chat of a channel's customer, open or closed. Null if there is none. */
  readonly latestChat: (account: number, channelId: number, customer: string) => Promise<number | null>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly recent: Recent;
  readonly typing: TypingIn;
  readonly log: { info(fields: object, message: string): void; debug(fields: object, message: string): void };
  /** Counts a finished request by its result. */
  readonly count: (result: "accepted" | "replayed" | "typing" | "reserved" | "start") => void;
}

const accepted = '{"result":"ok"}';

/** A warning about an accepted request, for the request inspector (API-052). */
export interface Note {
  readonly code: string;
  readonly message: string;
  readonly field: string;
  readonly rule: string;
}
const textCut: Note = {
  code: "text_cut",
  message: "The text was longer than 1000 characters and was cut.",
  field: "message.text",
  rule: "CH-051",
};
const withoutEffect: Note = { code: "no_effect", message: "This type is taken and has no effect.", field: "message.type", rule: "CH-055" };

/**
 * Handles a customer's request on a known channel (CH-030 to CH-065): validates, writes and
 * answers. `bytes` is the whole body. Throws Refusal and JsonFault.
 */
export async function receive(
  deps: InboundDeps,
  channel: ChannelAddress,
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): Promise<Note | null> {
  const { account, channelId } = channel;
  deps.recent.note(channelId, deps.clock.now());
  const found = incoming(readJson(bytes));
  if (isFailure(found)) throw new Refusal(found);
  const idempotency = found.kind === "message" ? keyOf(request.headers["idempotency-key"], channelId, bytes) : undefined;
  const sendable = findSendableChannel(await deps.config(account), channelId);
  if (isFailure(sendable)) throw new Refusal(sendable);

  if (found.kind === "typing") {
    // Above the limit the signal is dropped silently. Typing has its own limit, separate from
    // messages (CH-035).
    if (limitedBy(deps.limits, `typing:${channelId}`, found.customer) === null)
      deps.typing.notice({ account, channelId, customer: found.customer, typing: found.typing });
    deps.count("typing");
    return ok(reply, null);
  }
  if (found.kind === "reserved") {
    deps.log.info({ account, channel: channelId, type: found.type, requestId: request.id }, "channel.reserved_type");
    deps.count("reserved");
    return ok(reply, withoutEffect);
  }
  if (found.kind === "start") {
    const { customer } = found;
    throttle(deps.limits, channelId, customer);
    await deps.write({
      account,
      subject: { customer: { channelId, key: customer } },
      handler: announceCustomer({ channelId, ...found.announced }),
    });
    deps.count("start");
    return ok(reply, null);
  }
  const { says } = found;
  throttle(deps.limits, channelId, says.customer);
  const written = await writeSaid(deps, channel, { channelId, ...says }, idempotency);
  if (written.replayed) void reply.header("idempotent-replayed", "true");
  else deps.typing.ended(account, channelId, says.customer);
  deps.count(written.replayed ? "replayed" : "accepted");
  // CH-052: the integrator's own id is for logs only. At the usual log level nothing is written
  // (performance.md 1).
  if (found.messageId !== null)
    deps.log.debug({ account, channel: channelId, messageId: found.messageId, requestId: request.id }, "channel.accepted");
  return ok(reply, says.cut === true ? textCut : null);
}

/**
 * Stores the message. CORE-071: without an open chat, a blocked customer's message goes to the
 * latest chat. Only blocked customers cause the extra read.
 */
async function writeSaid(
  { write, latestChat }: Pick<InboundDeps, "write" | "latestChat">,
  { account, channelId }: ChannelAddress,
  says: CustomerMessageInput,
  key: IdempotencyKey | undefined,
): Promise<WriteResult> {
  const idempotency = key === undefined ? {} : { idempotency: key };
  const customer = { channelId, key: says.customer };
  try {
    return await write({ account, subject: { customer }, handler: receiveCustomerMessage(says), ...idempotency });
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.failure !== "visitor_blocked") throw error;
  }
  const chat = await latestChat(account, channelId, says.customer);
  return write({ account, subject: chat === null ? { customer } : { chat }, handler: storeBlockedMessage(says), ...idempotency });
}

function ok(reply: FastifyReply, note: Note | null): Note | null {
  void reply.code(200).header("content-type", "application/json; charset=utf-8").send(accepted);
  return note;
}

/** Reads the idempotency key (CH-057, CH-058). */
function keyOf(header: string | string[] | undefined, channelId: number, bytes: Buffer): IdempotencyKey | undefined {
  const key = idempotencyKey(header);
  if (isFailure(key)) throw new Refusal(key);
  return key === null ? undefined : { scope: `channel:${channelId}`, key, hash: createHash("sha256").update(bytes).digest() };
}

/** Throws if the limit of the channel or the customer is exceeded (CH-035). */
function throttle(limits: Limits, channelId: number, customer: string): void {
  const over = limitedBy(limits, channelId, customer);
  if (over !== null) refuse("rate_limited", `Too many messages ${over.whose}.`, { retryAfterMs: over.retryAfterMs });
}
/**
 * Consumes one request of the channel's and the customer's limit. If either is exceeded, returns it
 * and consumes nothing, because a refused request has no effect.
 */
function limitedBy(limits: Limits, channel: string | number, customer: string): { whose: string; retryAfterMs: number } | null {
  const ofChannel = limits.peek("channel", channel);
  if (!ofChannel.ok) return { whose: "on this channel", retryAfterMs: ofChannel.retryAfterMs };
  const ofCustomer = limits.take("customer", `${channel}:${customer}`);
  if (!ofCustomer.ok) return { whose: "of this customer", retryAfterMs: ofCustomer.retryAfterMs };
  limits.take("channel", channel);
  return null;
}
