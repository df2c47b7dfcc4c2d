import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import {
  addMissingFile,
  type DownloadedFile,
} from "../../../connectors/inbound/download-attachment.ts";
import type { InboundMessage } from "../../../connectors/inbound-message.ts";
import type { HandleUpdate, UpdateResult } from "../../../connectors/inbound/handle-recorded.ts";
import type { ReceivingStates } from "../../../connectors/inbound/receiving-state.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import { createKeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import type { TelegramApi } from "../service/client.ts";
import {
  parseUpdate,
  type BotStart,
  type IncomingMessage,
  type ParsedUpdate,
  type PressedButton,
} from "../format/parse-update.ts";
import { parseButtonIndex } from "../format/callback-data.ts";
import { getBotId, getGreeting, getToken } from "../settings.ts";
import type { DownloadFile } from "./download-file.ts";

export interface HandleUpdateDeps extends Pick<ServicePort, "log" | "onFault"> {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly api: TelegramApi;
  readonly states: ReceivingStates;
  readonly download: DownloadFile;
}
export interface UpdateHandler {
  readonly handle: HandleUpdate;
  /** Resolves when the updates in progress are handled. */
  idle(): Promise<void>;
}
export function createUpdateHandler(deps: HandleUpdateDeps): UpdateHandler {
  const queue = createKeyedQueue();
  const channelsWithCustomer = new Set<number>();
  const handle: HandleUpdate = async (channel, update) => {
    const parsed = parseUpdate(update, getBotId(channel));
    const customer = findCustomer(parsed);
    if (customer === null) return runUpdate(deps, channel, parsed);
    const result = await queue.run(`${channel.id}:${customer}`, () =>
      runUpdate(deps, channel, parsed),
    );
    if (result.kind !== "ignored" && !channelsWithCustomer.has(channel.id)) {
      await deps.states.update(channel, { customer });
      channelsWithCustomer.add(channel.id);
    }
    return result;
  };
  return { handle, idle: () => queue.idle() };
}

/** Returns the customer of an update. null: nothing follows from it. */
function findCustomer(parsed: ParsedUpdate): string | null {
  if (parsed.kind === "ignored") return null;
  if (parsed.kind === "membership") return parsed.customer;
  if (parsed.kind === "message") return parsed.message.customer;
  return parsed.kind === "start" ? parsed.start.customer : parsed.pressed.customer;
}

async function runUpdate(
  deps: HandleUpdateDeps,
  channel: ConnectorChannel,
  parsed: ParsedUpdate,
): Promise<UpdateResult> {
  switch (parsed.kind) {
    case "message":
      return receiveMessage(deps, channel, parsed.message);
    case "start":
      return receiveStart(deps, channel, parsed.start);
    case "pressed":
      return receivePressed(deps, channel, parsed.pressed);
    case "membership":
      return {
        kind: "ignored",
        reason: parsed.isBlocked
          ? "The visitor has blocked the bot. Messages to them will fail."
          : "The visitor has started the bot.",
      };
    case "ignored":
      return parsed;
  }
}

async function receiveMessage(
  { inbox, outbox, download }: HandleUpdateDeps,
  channel: ConnectorChannel,
  message: IncomingMessage,
): Promise<UpdateResult> {
  const { externalId, file, editedAt } = message;
  const isKnown = (await outbox.messages.find(channel, externalId)) !== null;
  if (isKnown && editedAt !== null) {
    const { text, media } = message;
    await inbox.edit(channel, { externalId, text, editedAt, ...(media === null ? {} : { media }) });
    return { kind: "stored" };
  }
  // An edit of an unknown message overtook it, or the message is older than the channel. Its
  // content is the latest.
  if (isKnown) return { kind: "repeated" };
  const store = async (downloaded: DownloadedFile | null): Promise<UpdateResult> => {
    const { isRepeated } = await inbox.receive(channel, toInboundMessage(message, downloaded));
    return { kind: isRepeated ? "repeated" : "stored" };
  };
  return file === null ? store(null) : download(getToken(channel), file, store);
}

function toInboundMessage(
  message: IncomingMessage,
  downloaded: DownloadedFile | null,
): InboundMessage {
  const { customer, externalId, name, phone, origin, refersTo, media, text, file } = message;
  const reason = downloaded !== null && "reason" in downloaded ? downloaded.reason : null;
  return {
    customer,
    externalId,
    ...(name === "" ? {} : { name }),
    ...(phone === null ? {} : { phone }),
    ...(origin === null ? {} : { origin }),
    ...(refersTo === null ? {} : { refersTo }),
    ...(media === null ? {} : { media }),
    text: reason === null ? text : addMissingFile(text, file?.name ?? "", reason),
    ...(downloaded === null || "reason" in downloaded ? {} : { files: [downloaded] }),
  };
}

/**
 * Registers a visitor who opens the bot. Nobody is called before the first word. The greeting of a
 * new one is a delivery, which is stored with the visitor (TG-044).
 */
async function receiveStart(
  deps: HandleUpdateDeps,
  channel: ConnectorChannel,
  { customer, name, payload }: BotStart,
): Promise<UpdateResult> {
  await deps.inbox.open(channel, {
    customer,
    greets: getGreeting(channel) !== "",
    ...(name === "" ? {} : { name }),
    ...(payload === "" ? {} : { cameFrom: payload }),
  });
  return { kind: "stored" };
}

/**
 * Stores a pressed button once per message and button, however often it is pressed (TG-024). Then
 * removes the buttons, because they cannot be pressed again.
 */
async function receivePressed(
  deps: HandleUpdateDeps,
  channel: ConnectorChannel,
  pressed: PressedButton,
): Promise<UpdateResult> {
  const { customer, name, messageExternalId, data } = pressed;
  const { isRepeated } = await deps.inbox.receive(channel, {
    customer,
    externalId: `pressed:${messageExternalId}:${data}`,
    ...(name === "" ? {} : { name }),
    text: pressed.label,
    pressed: { externalId: messageExternalId, buttonId: parseButtonIndex(data) ?? data },
  });
  endPress(deps, channel, pressed).catch(deps.onFault);
  return { kind: isRepeated ? "repeated" : "stored" };
}

/** Ends the progress bar of the button and removes the buttons. A failure has no consequence. */
async function endPress(
  { api, log }: HandleUpdateDeps,
  channel: ConnectorChannel,
  { queryId, customer, messageNumber }: PressedButton,
): Promise<void> {
  const token = getToken(channel);
  const results = [
    await api.call(token, "answerCallbackQuery", { callback_query_id: queryId }),
    await api.call(token, "editMessageReplyMarkup", {
      chat_id: Number(customer),
      message_id: messageNumber,
    }),
  ];
  for (const result of results)
    if (result.kind !== "ok")
      log.debug({ channel: channel.id, result }, "telegram.press_not_ended");
}
