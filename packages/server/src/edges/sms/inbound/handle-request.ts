import type { FastifyRequest } from "fastify";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { UpdateResult } from "../../../connectors/inbound/handle-recorded.ts";
import type { KeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import { parseCallbackData } from "../../../connectors/outbound/callback-data.ts";
import type { PartsDriver } from "../../../connectors/outbound/parts-driver.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import { parseIncoming } from "../format/parse-incoming.ts";
import { toCustomer, toPhone } from "../format/phone-number.ts";
import { parseFields, readPath } from "../format/read-path.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { getGateway } from "../settings.ts";
import type { SmsState } from "../test-channel.ts";

export interface HandleRequestDeps extends ServicePort {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly markKey: Buffer;
  /** The messages of a customer, in their order. */
  readonly received: KeyedQueue;
  readonly afterSending: PartsDriver["afterSending"];
}

/** Handles a request of the gateway: a message or a receipt (SMS-010, SMS-030). */
export async function handleRequest(
  deps: HandleRequestDeps,
  channel: ConnectorChannel,
  request: FastifyRequest,
  body: Buffer,
): Promise<UpdateResult> {
  const gateway = getGateway(channel);
  const fields = parseFields(request.query, body, String(request.headers["content-type"] ?? ""));
  const result = request.routeOptions.url?.endsWith("/receipts")
    ? await receiveReceipt(deps, channel, gateway, fields)
    : await receiveMessage(deps, channel, gateway, fields);
  return gateway.answer === null ? result : { ...result, answer: gateway.answer };
}

async function receiveMessage(
  { clock, inbox, received, states }: HandleRequestDeps,
  channel: ConnectorChannel,
  gateway: Gateway,
  fields: object,
): Promise<UpdateResult> {
  const message = parseIncoming(gateway, fields, clock.now());
  if ("reason" in message) return { kind: "ignored", ...message };
  const { customer } = message;
  const { isRepeated } = await received.run(`${channel.id} ${customer}`, () =>
    inbox.receive(channel, { ...message, phone: toPhone(customer) }),
  );
  const state = await states.load<SmsState>(channel);
  if (state?.hasReceived !== true) await states.save(channel, { hasReceived: true });
  return { kind: isRepeated ? "repeated" : "stored" };
}

async function receiveReceipt(
  deps: HandleRequestDeps,
  channel: ConnectorChannel,
  gateway: Gateway,
  fields: object,
): Promise<UpdateResult> {
  const { receipt } = gateway;
  if (receipt === null) return { kind: "ignored", reason: "The gateway has no receipts." };
  const status = readPath(fields, receipt.status);
  const isFailed = receipt.failed.includes(status);
  const externalId = await deps.afterSending(
    channel,
    toCustomer(readPath(fields, receipt.to)),
    () => findMessageId(deps, channel, receipt, fields),
  );
  if (externalId === null) return { kind: "ignored", reason: "Parlour did not send this message." };
  if (isFailed) {
    const error = readPath(fields, receipt.error);
    const message = `The gateway did not deliver the message: ${status}${error && ` (${error})`}`;
    await deps.outbox.fail(channel, { externalId, code: "not_delivered", message });
  } else if (receipt.delivered.includes(status))
    await deps.inbox.mark(channel, { externalId, state: "received", at: deps.clock.now() });
  return { kind: "stored" };
}

/**
 * Returns the id of the message of a receipt, or null. A receipt with our mark also proves that a
 * message was accepted whose response was lost (SMS-024).
 */
async function findMessageId(
  { outbox: { messages }, markKey }: HandleRequestDeps,
  channel: ConnectorChannel,
  receipt: NonNullable<Gateway["receipt"]>,
  fields: object,
): Promise<string | null> {
  const id = readPath(fields, receipt.id);
  const mark = readPath(fields, "mark") || readPath(fields, receipt.mark);
  const sent = parseCallbackData(mark, markKey);
  const known = id === "" ? null : await messages.find(channel, `out:${id}`);
  if (known !== null) return known.externalId;
  if (sent === null) return null;
  const { chatId, messageId, seq, part } = sent;
  const ids = await messages.listOf(channel, { chatId, seq });
  const stored = ids[part];
  if (stored !== undefined) return stored;
  const externalId = id === "" ? `mark:${mark}` : `out:${id}`;
  await messages.link(channel, { externalId, chatId, messageId, seq });
  return externalId;
}
