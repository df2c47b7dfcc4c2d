import { toObject } from "../../endpoints/received-request.ts";
import { ApiError, badRequest } from "./api-error.ts";
import { maxDownloadBytes, type LabBot } from "./bot.ts";
import { readMarkup, sendMethods } from "./send-methods.ts";
import { readInteger, readJsonValue, readText, type MethodInput } from "./request.ts";

type Method = (bot: LabBot, input: MethodInput, signal: AbortSignal) => unknown;

const getMe: Method = (bot) => ({
  ...bot.user,
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

const getUpdates: Method = (bot, { values }, signal) => {
  if (bot.webhook !== null)
    throw new ApiError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  setAllowedUpdates(bot, values["allowed_updates"]);
  return bot.updates.poll({
    offset: readInteger(values["offset"], 0),
    limit: Math.min(Math.max(readInteger(values["limit"], 100), 1), 100),
    timeoutS: Math.min(Math.max(readInteger(values["timeout"], 0), 0), 50),
    signal,
  });
};

const setWebhook: Method = (bot, { values }) => {
  const url = readText(values["url"]);
  const secret = readText(values["secret_token"]);
  if (url === "") return deleteWebhook(bot, { values, files: {} }, AbortSignal.abort());
  if (!URL.canParse(url)) badRequest("bad webhook: Failed to resolve host");
  const { protocol, port } = new URL(url);
  if (protocol !== "https:") badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  if (!["", "443", "80", "88", "8443"].includes(port))
    badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
  if (secret !== "" && !/^[A-Za-z0-9_-]{1,256}$/.test(secret))
    badRequest("secret token contains unallowed characters");
  setAllowedUpdates(bot, values["allowed_updates"]);
  bot.updates.endPoll("terminated by setWebhook request");
  bot.webhook = {
    url,
    secretToken: secret === "" ? null : secret,
    lastErrorAtS: null,
    lastError: null,
  };
  return true;
};

const deleteWebhook: Method = (bot, { values }) => {
  bot.webhook = null;
  if (String(values["drop_pending_updates"]) === "true") bot.updates.clear();
  return true;
};

const getWebhookInfo: Method = ({ webhook, updates }) => ({
  url: webhook?.url ?? "",
  has_custom_certificate: false,
  pending_update_count: updates.pending.length,
  max_connections: webhook === null ? undefined : 40,
  last_error_date:
    webhook?.lastErrorAtS === null || webhook?.lastErrorAtS === undefined
      ? undefined
      : webhook.lastErrorAtS,
  last_error_message:
    webhook?.lastErrorAtS === null || webhook?.lastErrorAtS === undefined
      ? undefined
      : webhook.lastError,
});

const sendChatAction: Method = (bot, { values }) => {
  const action = readText(values["action"]);
  if (!/^(?:typing|upload_\w+|record_\w+|choose_sticker|find_location)$/.test(action))
    badRequest("wrong parameter action in request");
  bot.findWritableChat(readInteger(values["chat_id"], 0)).actions.push(action);
  return true;
};

const answerCallbackQuery: Method = (bot, { values }) => {
  if (!bot.openQueries.delete(readText(values["callback_query_id"])))
    badRequest("query is too old and response timeout expired or query ID is invalid");
  return true;
};

const notModified =
  "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message";

const editMessageText: Method = (bot, { values }) => {
  const { chat, message, messageId } = findOwnMessage(bot, values);
  const text = readText(values["text"]);
  if (text.trim() === "") badRequest("message text is empty");
  if (text === message["text"]) badRequest(notModified);
  return bot.changeMessage(chat, messageId, { text, ...readMarkup(values["reply_markup"]) });
};

const editMessageReplyMarkup: Method = (bot, { values }) => {
  const { chat, message, messageId } = findOwnMessage(bot, values);
  const { reply_markup } = readMarkup(values["reply_markup"]);
  if (JSON.stringify(reply_markup) === JSON.stringify(message["reply_markup"]))
    badRequest(notModified);
  return bot.changeMessage(chat, messageId, { reply_markup });
};

/** Telegram deletes a message for 48 hours. */
const deleteMessage: Method = (bot, { values }) => {
  const { chat, message, messageId } = findMessage(bot, values, "delete");
  if (bot.nowS() - message.date >= 48 * 3_600) badRequest("message can't be deleted for everyone");
  bot.removeMessage(chat, messageId);
  return true;
};

/** Emoji of the closed list for reactions that the lab accepts. */
const reactionEmoji = new Set("👍👎❤🔥🥰👏😁🤔😱😢🎉🤩🙏👌👀💯🤣🤝😎😡");

/** Sets or removes the reaction of the bot, which is not an edit of the message. */
const setMessageReaction: Method = (bot, { values }) => {
  const { chat, message, messageId } = findMessage(bot, values, "react");
  const reactions = readJsonValue(values["reaction"]);
  const emoji = (Array.isArray(reactions) ? reactions : []).map((one) =>
    readText(toObject(one)["emoji"]),
  );
  if (emoji.length > 1) badRequest("REACTIONS_TOO_MANY");
  if (emoji.some((one) => !reactionEmoji.has(one))) badRequest("REACTION_INVALID");
  bot.changeMessage(chat, messageId, { edit_date: message["edit_date"], reaction: emoji[0] });
  return true;
};

const getFile: Method = (bot, { values }) => {
  const file =
    bot.files.get(readText(values["file_id"])) ??
    badRequest("wrong file_id or the file is temporarily unavailable");
  if (file.announcedSize > maxDownloadBytes) badRequest("file is too big");
  return {
    file_id: file.fileId,
    file_unique_id: file.fileId.slice(-12),
    file_size: file.announcedSize,
    file_path: file.path,
  };
};

/** The methods of the Bot API that the lab plays, by name. */
export const methods: Readonly<Record<string, Method>> = {
  getMe,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  sendChatAction,
  answerCallbackQuery,
  editMessageText,
  editMessageReplyMarkup,
  deleteMessage,
  setMessageReaction,
  getFile,
  ...sendMethods,
};

function setAllowedUpdates(bot: LabBot, value: unknown): void {
  const allowed = readJsonValue(value);
  if (Array.isArray(allowed) && allowed.length > 0) bot.allowedUpdates = new Set(allowed);
}

function findOwnMessage(bot: LabBot, values: MethodValues) {
  const target = findMessage(bot, values, "edit");
  if (target.message.from.id !== bot.user.id) badRequest("message can't be edited");
  return target;
}

/** Returns the message that a call names. `purpose`: named by the error if there is none. */
function findMessage(bot: LabBot, values: MethodValues, purpose: "edit" | "delete" | "react") {
  const chat = bot.findWritableChat(readInteger(values["chat_id"], 0));
  const messageId = readInteger(values["message_id"], 0);
  const message =
    chat.messages.find((one) => one.message_id === messageId) ??
    badRequest(`message to ${purpose} not found`);
  return { chat, message, messageId };
}
type MethodValues = Readonly<Record<string, unknown>>;
