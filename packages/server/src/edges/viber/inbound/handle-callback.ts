import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { UpdateResult } from "../../../connectors/inbound/handle-recorded.ts";
import type { KeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import { storeIncoming } from "../../../connectors/inbound/store-incoming.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import {
  parseCallbackData,
  type CallbackData,
} from "../../../connectors/outbound/callback-data.ts";
import type { PartsDriver } from "../../../connectors/outbound/parts-driver.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import {
  parseCallback,
  type IncomingMessage,
  type MessageReceipt,
  type ParsedCallback,
} from "../format/parse-callback.ts";
import { getGreeting, getSenderName } from "../settings.ts";
import type { DownloadFile } from "./download-file.ts";

export interface HandleCallbackDeps extends ServicePort {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly download: DownloadFile;
  readonly trackingKey: Buffer;
  /** The messages of a customer, in their order. */
  readonly received: KeyedQueue;
  readonly afterSending: PartsDriver["afterSending"];
}

/** Handles a callback. Those of a customer are handled in their order (VB-012). */
export async function handleCallback(
  deps: HandleCallbackDeps,
  channel: ConnectorChannel,
  callback: unknown,
): Promise<UpdateResult> {
  const parsed = parseCallback(callback);
  switch (parsed.kind) {
    case "message": {
      const { message } = parsed;
      const { customer } = message.user;
      const tracked = parseCallbackData(message.trackingData, deps.trackingKey);
      // The message does not wait until a request that hangs ends. Only its acknowledgement does.
      const [result] = await Promise.all([
        deps.received.run(`${channel.id} ${customer}`, () =>
          receiveMessage(deps, channel, message, tracked),
        ),
        tracked?.part === 0 &&
          deps.afterSending(channel, customer, () => confirmSent(deps, channel, tracked)),
      ]);
      return result;
    }
    case "opened":
      return receiveOpened(deps, channel, parsed);
    case "receipt":
    case "failed": {
      const isKnown = await deps.afterSending(channel, parsed.receipt.customer, () =>
        applyReceipt(deps, channel, parsed),
      );
      return isKnown
        ? { kind: "stored" }
        : { kind: "ignored", reason: "Parlour did not send this message." };
    }
    case "ignored":
      return parsed;
  }
}

async function receiveMessage(
  deps: HandleCallbackDeps,
  channel: ConnectorChannel,
  { token, user, file, text, media, writtenAt }: IncomingMessage,
  tracked: CallbackData | null,
): Promise<UpdateResult> {
  return storeIncoming(deps, channel, {
    message: {
      ...user,
      text,
      media,
      writtenAt,
      externalId: token,
      // The device shows the buttons of the last message that it received.
      pressed: tracked === null ? undefined : { message: tracked, label: text },
    },
    editedAt: null,
    file: file && { name: file.name, download: (store) => deps.download(file, store) },
  });
}

/**
 * Stores that a message arrived whose response was lost, because the customer answers it (VB-041).
 * Only for messages of one part, of which one id more has no effect.
 */
async function confirmSent(
  { outbox }: HandleCallbackDeps,
  channel: ConnectorChannel,
  { chatId, messageId, seq }: CallbackData,
): Promise<void> {
  if ((await outbox.messages.listOf(channel, { chatId, seq })).length > 0) return;
  const externalId = `answered:${chatId}:${seq}`;
  await outbox.messages.link(channel, { externalId, chatId, messageId, seq });
}

/**
 * Registers a visitor who opens the bot, and answers with the greeting (VB-022). Operators are not
 * notified before the first message.
 */
async function receiveOpened(
  { inbox }: HandleCallbackDeps,
  channel: ConnectorChannel,
  { user, context, isSubscribed }: Extract<ParsedCallback, { kind: "opened" }>,
): Promise<UpdateResult> {
  const { customer, name } = user;
  await inbox.open(channel, { customer, name, cameFrom: context || undefined, greets: false });
  const text = getGreeting(channel);
  if (isSubscribed || text === "") return { kind: "stored" };
  const answer = { sender: { name: getSenderName(channel) }, type: "text", text };
  return { kind: "stored", answer: { json: answer } };
}

function applyReceipt(
  { clock, inbox, outbox }: HandleCallbackDeps,
  channel: ConnectorChannel,
  parsed: Extract<ParsedCallback, { readonly receipt: MessageReceipt }>,
): Promise<boolean> {
  const { token, at = clock.now() } = parsed.receipt;
  const externalId = token;
  return parsed.kind === "failed"
    ? outbox.fail(channel, {
        externalId,
        code: "not_shown",
        message: `Viber could not show the message: ${parsed.reason || "no reason given"}`,
      })
    : inbox.mark(channel, { externalId, state: parsed.state, at });
}
