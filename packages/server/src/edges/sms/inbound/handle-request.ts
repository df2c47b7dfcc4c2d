import type { FastifyRequest } from "fastify";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { UpdateResult } from "../../../connectors/inbound/handle-recorded.ts";
import { parseCallbackData } from "../../../connectors/outbound/callback-data.ts";
import type { PartsDriver } from "../../../connectors/outbound/parts-driver.ts";
import { refuse } from "../../../core/failure.ts";
import { toVisibleLine } from "../../../core/text.ts";
import { JsonParseError } from "../../../http/body/json.ts";
import { toExternalId } from "../format/external-id.ts";
import { parseIncoming } from "../format/parse-incoming.ts";
import { toCustomer, toPhone } from "../format/phone-number.ts";
import { parseFields, readPath } from "../format/read-path.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { getGateway } from "../settings.ts";
import type { SmsState } from "../test-channel.ts";
import { receiveUnnamed, type ReceiveUnnamedDeps } from "./receive-unnamed.ts";

export interface HandleRequestDeps extends ReceiveUnnamedDeps {
  readonly markKey: Buffer;
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
  const fields = readFields(request, body);
  const result = request.routeOptions.url?.endsWith("/receipts")
    ? await receiveReceipt(deps, channel, gateway, fields)
    : await receiveMessage(deps, channel, gateway, fields);
  return gateway.answer === null ? result : { ...result, answer: gateway.answer };
}

function readFields({ query, headers }: FastifyRequest, body: Buffer): object {
  try {
    return parseFields(query, body, String(headers["content-type"] ?? ""));
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
    return refuse("invalid_json", error.message);
  }
}

async function receiveMessage(
  deps: HandleRequestDeps,
  channel: ConnectorChannel,
  gateway: Gateway,
  fields: object,
): Promise<UpdateResult> {
  const { inbox, received, states } = deps;
  const message = parseIncoming(gateway, fields);
  if ("reason" in message) return { kind: "ignored", ...message };
  const { customer, externalId } = message;
  const result = await received.run(
    `${channel.id} ${customer}`,
    async (): Promise<UpdateResult> => {
      if (externalId === null) return receiveUnnamed(deps, channel, message);
      const sms = { ...message, externalId, phone: toPhone(customer) };
      const { isRepeated } = await inbox.receive(channel, sms);
      return { kind: isRepeated ? "repeated" : "stored" };
    },
  );
  const state = await states.load<SmsState>(channel);
  if (state?.hasReceived !== true) await states.save(channel, { hasReceived: true });
  return result;
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
    const error = toVisibleLine(readPath(fields, receipt.error), maxErrorLength);
    const message = `The gateway did not deliver the message: ${status}${error && ` (${error})`}`;
    await deps.outbox.fail(channel, { externalId, code: "not_delivered", message });
  } else if (receipt.delivered.includes(status))
    await deps.inbox.mark(channel, { externalId, state: "received", at: deps.clock.now() });
  return { kind: "stored" };
}

const maxErrorLength = 200;

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
  const known = id === "" ? null : await messages.find(channel, toExternalId("out", id));
  if (known !== null) return known.externalId;
  if (sent === null) return null;
  const { chatId, messageId, seq, part } = sent;
  const ids = await messages.listOf(channel, { chatId, seq });
  const stored = ids[part];
  if (stored !== undefined) return stored;
  const externalId = id === "" ? `mark:${mark}` : toExternalId("out", id);
  await messages.link(channel, { externalId, chatId, messageId, seq });
  return externalId;
}
