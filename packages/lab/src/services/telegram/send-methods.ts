import { badRequest } from "./api-error.ts";
import type { ChatMessage, LabBot, PrivateChat } from "./bot.ts";
import {
  readInteger,
  readJsonValue,
  readText,
  type MethodInput,
  type UploadedFile,
} from "./request.ts";

/** Limits of the Bot API. Lengths are in UTF-16 units, sizes in bytes. */
const maxTextLength = 4096;
const maxCaptionLength = 1024;
const maxCallbackDataBytes = 64;
const maxPhotoBytes = 10 * 1024 * 1024;
const maxUploadBytes = 50 * 1024 * 1024;

export type SendMethod = (bot: LabBot, input: MethodInput) => ChatMessage;

const sendMessage: SendMethod = (bot, { values }) => {
  const text = readText(values["text"]);
  if (text.trim() === "") badRequest("message text is empty");
  if (text.length > maxTextLength) badRequest("message is too long");
  return send(bot, values, { text, ...readEntities(values, "entities", text) });
};

/** Creates the method that sends one file. `field`: the parameter, and the field of the message. */
function createFileMethod(
  field: string,
  folder: string,
  check: (file: UploadedFile) => void = () => undefined,
): SendMethod {
  return (bot, { values, files }) => {
    const file = files[field] ?? findByFileId(bot, values[field]);
    check(file);
    if (file.bytes.length > maxUploadBytes) badRequest("file is too big");
    if (file.bytes.length === 0) badRequest("file must be non-empty");
    const caption = readText(values["caption"]);
    if (caption.length > maxCaptionLength) badRequest("message caption is too long");
    const stored = bot.storeFile(file, folder);
    const described = {
      file_id: stored.fileId,
      file_unique_id: stored.fileId.slice(-12),
      file_size: file.bytes.length,
      file_name: file.name,
      mime_type: file.type,
    };
    return send(bot, values, {
      [field]: field === "photo" ? [{ ...described, width: 90, height: 90 }] : described,
      ...(caption === "" ? {} : { caption, ...readEntities(values, "caption_entities", caption) }),
    });
  };
}

function checkPhoto({ type, bytes }: UploadedFile): void {
  if (bytes.length > maxPhotoBytes) badRequest("file of size exceeds 10 MB for a photo");
  if (!/^image\/(?:jpeg|png|webp)$/.test(type)) badRequest("IMAGE_PROCESS_FAILED");
}

const sendLocation: SendMethod = (bot, { values }) => {
  const [latitude, longitude] = [Number(values["latitude"]), Number(values["longitude"])];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    badRequest("wrong location coordinates");
  return send(bot, values, { location: { latitude, longitude } });
};

const sendContact: SendMethod = (bot, { values }) =>
  send(bot, values, {
    contact: {
      phone_number: readText(values["phone_number"]),
      first_name: readText(values["first_name"]),
    },
  });

export const sendMethods: Readonly<Record<string, SendMethod>> = {
  sendMessage,
  sendPhoto: createFileMethod("photo", "photos", checkPhoto),
  sendDocument: createFileMethod("document", "documents"),
  sendVideo: createFileMethod("video", "videos"),
  sendAnimation: createFileMethod("animation", "animations"),
  sendAudio: createFileMethod("audio", "music"),
  sendVoice: createFileMethod("voice", "voice"),
  sendSticker: createFileMethod("sticker", "stickers"),
  sendLocation,
  sendContact,
};

function send(
  bot: LabBot,
  values: Readonly<Record<string, unknown>>,
  content: Readonly<Record<string, unknown>>,
): ChatMessage {
  const chat = bot.findWritableChat(readInteger(values["chat_id"], 0));
  return bot.addMessage(chat, bot.user, {
    ...content,
    ...readReply(chat, values),
    ...readMarkup(values["reply_markup"]),
  });
}

function readReply(chat: PrivateChat, values: Readonly<Record<string, unknown>>): object {
  const reply = readJsonValue(values["reply_parameters"]);
  if (typeof reply !== "object" || reply === null || !("message_id" in reply)) return {};
  const found = chat.messages.find((message) => message.message_id === reply.message_id);
  if (found === undefined && "allow_sending_without_reply" in reply) return {};
  return { reply_to_message: found ?? badRequest("message to be replied not found") };
}

/** Checks and returns the inline keyboard of a message. */
export function readMarkup(value: unknown): { readonly reply_markup?: unknown } {
  const markup = readJsonValue(value);
  if (typeof markup !== "object" || markup === null || !("inline_keyboard" in markup)) return {};
  const { inline_keyboard } = markup;
  if (!Array.isArray(inline_keyboard)) badRequest("object expected as reply markup");
  const rows = inline_keyboard as readonly (readonly Readonly<Record<string, unknown>>[])[];
  if (rows.length === 0) return {};
  for (const button of rows.flat()) {
    if (readText(button["text"]) === "")
      badRequest("text buttons are unallowed in the inline keyboard");
    const bytes = Buffer.byteLength(readText(button["callback_data"]));
    if (bytes === 0 || bytes > maxCallbackDataBytes) badRequest("BUTTON_DATA_INVALID");
  }
  return { reply_markup: markup };
}

/** Checks that each entity lies within the text. */
function readEntities(
  values: Readonly<Record<string, unknown>>,
  field: string,
  text: string,
): Readonly<Record<string, unknown>> {
  const entities = readJsonValue(values[field]);
  if (entities === undefined) return {};
  if (!Array.isArray(entities)) badRequest(`can't parse ${field} JSON object`);
  for (const { offset, length } of entities as readonly { offset: number; length: number }[])
    if (!(offset >= 0 && length > 0 && offset + length <= text.length))
      badRequest(`entity beginning at UTF-16 offset ${offset} is out of range`);
  return { [field]: entities };
}

function findByFileId(bot: LabBot, value: unknown): UploadedFile {
  const text = readText(value);
  if (text.startsWith("http")) badRequest("failed to get HTTP URL content");
  return bot.files.get(text) ?? badRequest("wrong file identifier/HTTP URL specified");
}
