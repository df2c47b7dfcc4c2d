import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { UpdateResult } from "../../../connectors/inbound/handle-recorded.ts";
import type { ReceivingStates } from "../../../connectors/inbound/updates/receiving-state.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import {
  createOrderedHandler,
  type UpdateHandler,
  type UpdateTask,
} from "../../../connectors/inbound/updates/ordered-handler.ts";
import { storeIncoming } from "../../../connectors/inbound/store-incoming.ts";
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

interface HandleUpdateDeps extends ServicePort {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly api: TelegramApi;
  readonly receiving: ReceivingStates;
  readonly download: DownloadFile;
}
/** Creates the handler of updates. Those of a customer are handled in their order (TG-014). */
export const createUpdateHandler = (deps: HandleUpdateDeps): UpdateHandler =>
  createOrderedHandler(deps.receiving, (channel, update) =>
    toTask(deps, channel, parseUpdate(update, getBotId(channel))),
  );

function toTask(
  deps: HandleUpdateDeps,
  channel: ConnectorChannel,
  parsed: ParsedUpdate,
): UpdateTask {
  switch (parsed.kind) {
    case "message":
      return toOrdered(parsed.message, (message) => receiveMessage(deps, channel, message));
    case "start":
      return toOrdered(parsed.start, (start) => receiveStart(deps, channel, start));
    case "pressed":
      return toOrdered(parsed.pressed, (pressed) => receivePressed(deps, channel, pressed));
    case "membership": {
      const reason = parsed.isBlocked
        ? "The visitor has blocked the bot. Messages to them will fail."
        : "The visitor has started the bot.";
      return toOrdered(parsed, async () => ({ kind: "ignored", reason }));
    }
    case "ignored":
      return { customer: null, run: async () => parsed };
  }
}

/** Handles an update of a customer after their earlier ones. */
const toOrdered = <T extends { readonly customer: string }>(
  update: T,
  handle: (update: T) => Promise<UpdateResult>,
): UpdateTask => ({ customer: update.customer, run: () => handle(update) });

const receiveMessage = (
  deps: HandleUpdateDeps,
  channel: ConnectorChannel,
  { file, editedAt, ...message }: IncomingMessage,
): Promise<UpdateResult> =>
  storeIncoming(deps, channel, {
    message,
    editedAt,
    file: file && {
      name: file.name,
      download: (store) => deps.download(getToken(channel), file, store),
    },
  });

/**
 * Registers a visitor who opens the bot. Operators are not notified before the first message. The
 * greeting of a new visitor is a delivery, which is stored with the visitor (TG-044).
 */
async function receiveStart(
  deps: HandleUpdateDeps,
  channel: ConnectorChannel,
  { customer, name, payload }: BotStart,
): Promise<UpdateResult> {
  await deps.inbox.open(channel, {
    customer,
    greets: getGreeting(channel) !== "",
    name: name || undefined,
    cameFrom: payload || undefined,
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
    name: name || undefined,
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
