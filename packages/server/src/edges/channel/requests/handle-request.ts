import { hash } from "node:crypto";
import {
  writeCustomerMessage,
  type CustomerMessagePorts,
} from "../../../core/chat/message/write-customer-message.ts";
import type { CustomerMessageInput } from "../../../core/chat/message/receive-message.ts";
import { findSendableChannel } from "../../../core/sendable-channel.ts";
import { announceCustomer } from "../../../core/visitor/announce.ts";
import { isFailure, Refusal, type Failure } from "../../../core/failure.ts";
import type { AccountConfig, Clock, IdempotencyKey, WriteCommand } from "../../../core/command.ts";
import { parseIdempotencyHeader } from "../../../http/idempotency-key.ts";
import { readBody } from "../../../http/body/body.ts";
import { parseStrictJson } from "../../../http/body/json.ts";
import type { Limits } from "../../../limits/index.ts";
import { assertWithinLimits, findExceededLimit } from "../../../limits/customer-limits.ts";
import type { ChannelAddress } from "./address-cache.ts";
import { parseRequest } from "../format/parse-request.ts";
import type { InboundRequest, ResponseHeaders } from "./inbound-request.ts";
import { handleReceipt, type ReceiptDeps } from "./handle-receipt.ts";
import type { LastRequestTimes } from "./last-request-times.ts";
import type { RequestFault, RequestLog } from "./request-log.ts";
import type { InboundTyping } from "../typing/inbound-typing.ts";

export interface HandleRequestDeps {
  readonly write: WriteCommand;
  /** Returns the settings at once if they are cached. */
  readonly config: (account: number) => AccountConfig | Promise<AccountConfig>;
  readonly store: Pick<CustomerMessagePorts, "findLatestChat"> & ReceiptDeps["store"];
  readonly limits: Limits;
  readonly clock: Clock;
  readonly recent: LastRequestTimes;
  readonly typing: InboundTyping;
  readonly log: {
    info(fields: object, message: string): void;
    debug(fields: object, message: string): void;
  };
  readonly count: (
    result: "accepted" | "replayed" | "typing" | "receipt" | "reserved" | "start",
  ) => void;
  readonly logRequest: RequestLog;
}

const acceptedBody = '{"result":"ok"}';

/** Warnings about accepted requests, for the request inspector (API-332). */
const textCutWarning: RequestFault = {
  code: "text_cut",
  message: "The text was longer than 1000 characters and was cut.",
  field: "message.text",
  rule: "CH-051",
};
const noEffectWarning: RequestFault = {
  code: "no_effect",
  message: "This type is accepted but has no effect.",
  field: "message.type",
  rule: "CH-055",
};
const unknownMessageWarning: RequestFault = {
  code: "no_effect",
  message: "No message with this id was sent to the customer.",
  field: "message.id",
  rule: "CH-124",
};

/**
 * Handles a customer's request on a known channel (CH-030 to CH-065): reads the body, validates,
 * writes and answers. Throws Refusal and JsonParseError.
 */
export async function handleRequest(
  deps: HandleRequestDeps,
  channel: ChannelAddress,
  request: InboundRequest,
): Promise<void> {
  const { account, channelId } = channel;
  const bytes = await readBody(request.raw, deps.limits.value("body_kib") * 1024);
  request.bytes = bytes;
  deps.recent.record(channelId, deps.clock.now());
  const parsed = parseRequest(parseStrictJson(bytes));
  if (isFailure(parsed)) throw new Refusal(parsed);
  const idempotency =
    parsed.kind === "message"
      ? toIdempotencyKey(request.raw.headers["idempotency-key"], channelId, bytes)
      : undefined;
  const config = deps.config(account);
  const sendable = findSendableChannel(
    config instanceof Promise ? await config : config,
    channelId,
  );
  if (isFailure(sendable)) throw new Refusal(sendable);

  if (parsed.kind === "typing") {
    await handleTyping(deps, channel, parsed);
    return sendAccepted(deps, request, null);
  }
  if (parsed.kind === "receipt") {
    await assertWithinLimits(deps.limits, `receipt:${channelId}`, parsed.customer);
    const isKnown = await handleReceipt(deps, channel, parsed);
    deps.count("receipt");
    return sendAccepted(deps, request, isKnown ? null : unknownMessageWarning);
  }
  if (parsed.kind === "reserved") {
    deps.log.info(
      { account, channel: channelId, type: parsed.type, requestId: request.id },
      "channel.reserved_type",
    );
    deps.count("reserved");
    return sendAccepted(deps, request, noEffectWarning);
  }
  if (parsed.kind === "start") {
    await handleStart(deps, channel, parsed);
    return sendAccepted(deps, request, null);
  }
  const { input } = parsed;
  const waiting = assertWithinLimits(deps.limits, channelId, input.customer);
  if (waiting !== undefined) await waiting;
  const refersTo = parsed.quotedId === null ? undefined : await findQuoted(deps, channel, parsed);
  const ports = { write: deps.write, findLatestChat: deps.store.findLatestChat };
  const written = await writeCustomerMessage(
    ports,
    account,
    { channelId, ...input, refersTo },
    idempotency === undefined ? {} : { idempotency },
  );
  if (!written.replayed) deps.typing.onMessage(account, channelId, input.customer);
  deps.count(written.replayed ? "replayed" : "accepted");
  // The integrator's message id is only for logs (CH-052). At the default log level it is not
  // written (performance.md 1).
  if (parsed.messageId !== null)
    deps.log.debug(
      { account, channel: channelId, messageId: parsed.messageId, requestId: request.id },
      "channel.accepted",
    );
  sendAccepted(
    deps,
    request,
    input.cut === true ? textCutWarning : null,
    written.replayed ? { "idempotent-replayed": "true" } : undefined,
  );
}

type ParsedRequest = Exclude<ReturnType<typeof parseRequest>, Failure>;

/** Passes typing on, or drops it above its limit, which messages do not share (CH-035). */
async function handleTyping(
  { limits, typing, count }: HandleRequestDeps,
  { account, channelId }: ChannelAddress,
  { customer, isTyping }: Extract<ParsedRequest, { kind: "typing" }>,
): Promise<void> {
  if ((await findExceededLimit(limits, `typing:${channelId}`, customer)) === null)
    typing.handleSignal({ account, channelId, customer, typing: isTyping });
  count("typing");
}

/** Stores what a customer announced before their first message. */
async function handleStart(
  deps: HandleRequestDeps,
  { account, channelId }: ChannelAddress,
  { customer, announced }: Extract<ParsedRequest, { kind: "start" }>,
): Promise<void> {
  await assertWithinLimits(deps.limits, channelId, customer);
  await deps.write({
    account,
    subject: { customer: { channelId, key: customer } },
    handler: announceCustomer({ channelId, ...announced }),
  });
  deps.count("start");
}

/** Finds the message that the customer answers, if it was sent to them (CH-066). */
async function findQuoted(
  { store }: HandleRequestDeps,
  { account, channelId }: ChannelAddress,
  { quotedId, input: { customer } }: Extract<ParsedRequest, { kind: "message" }>,
): Promise<CustomerMessageInput["refersTo"]> {
  if (quotedId === null) return undefined;
  const target = await store.findMessageToCustomer(account, { channelId, customer }, quotedId);
  return target === null || target.message.kind === "note"
    ? undefined
    : { kind: "message", target };
}

function sendAccepted(
  { logRequest }: HandleRequestDeps,
  request: InboundRequest,
  warning: RequestFault | null,
  headers?: ResponseHeaders,
): void {
  request.send(200, acceptedBody, headers);
  logRequest(request, 200, warning);
}

/** Parses the idempotency key (CH-057, CH-058). */
function toIdempotencyKey(
  header: string | string[] | undefined,
  channelId: number,
  bytes: Buffer,
): IdempotencyKey | undefined {
  const key = parseIdempotencyHeader(header);
  if (isFailure(key)) throw new Refusal(key);
  return key === null
    ? undefined
    : { scope: `channel:${channelId}`, key, hash: hash("sha256", bytes, "buffer") };
}
