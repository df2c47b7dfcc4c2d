import type { Media, MessageButton, Reaction } from "../../../core/entity.ts";
import type { MessageBody } from "../../../core/chat/message/message-text.ts";
import type { NewMessage } from "../../../core/event.ts";
import { cutText, isBlank } from "../../../core/text.ts";
import { hasCaption, type MediaMessageType } from "./media.ts";
import type { MessageContent } from "./message-content.ts";
import { buildTemplate } from "./templates.ts";

/**
 * A request that a message becomes. `content` is the part of the body that depends on the message.
 * For a file, it is built when the service has given an id to the upload.
 */
export type MessagePart =
  | { readonly kind: "content"; readonly content: MessageContent }
  | {
      readonly kind: "file";
      readonly type: MediaMessageType;
      readonly caption: string;
      readonly fileName: string;
      /** Whether it was recorded to be sent. */
      readonly isVoice: boolean;
    };

/** Limits of the service in code points, and in entries. */
const maxTextLength = 4096;
const maxCaptionLength = 1024;
const replyButtons = { max: 3, titleLength: 20, bodyLength: 1024 };
const list = { max: 10, titleLength: 24, descriptionLength: 72, bodyLength: 4096 };

interface SentBody extends MessageBody {
  readonly template?: NewMessage["template"];
}

/**
 * Converts a message to the requests that it becomes (WA-020 to WA-023): one, or two for a file
 * whose comment does not fit. `fileType`: how the service accepts the file, or null to send a link.
 */
export function buildParts(
  message: SentBody,
  fileType: MediaMessageType | null,
): readonly MessagePart[] {
  const { media, template, buttons = [], text } = message;
  if (template !== undefined) return [toPart(buildTemplate(template))];
  if (media !== undefined) return buildMediaParts(media, text, fileType);
  const interactive = buildButtons(message.title ?? "", buttons);
  return [toPart(interactive ?? buildText(text))];
}

/** Converts the reaction of the team to the request that sets it, or takes it back (WA-028). */
export const buildReaction = ({ emoji }: Reaction, messageId: string): MessagePart =>
  toPart({ type: "reaction", reaction: { message_id: messageId, emoji: emoji ?? "" } });

const toPart = (content: MessageContent): MessagePart => ({ kind: "content", content });

function buildText(text: string): MessageContent {
  const body = cutText(text, maxTextLength).text;
  return { type: "text", text: { preview_url: /https?:\/\//i.test(body), body } };
}

function buildMediaParts(
  media: Media,
  comment: string,
  fileType: MediaMessageType | null,
): readonly MessagePart[] {
  if (media.type === "location") {
    const { latitude, longitude } = media;
    const location = toPart({ type: "location", location: { latitude, longitude } });
    return comment === "" ? [location] : [location, toPart(buildText(comment))];
  }
  const fileName = media.file_name ?? media.type;
  if (fileType === null) {
    const link = `${fileName}\n${media.file ?? ""}`;
    const room = Math.max(0, maxTextLength - Array.from(link).length - 1);
    const text = cutText(comment, room).text;
    return [toPart(buildText(text === "" ? link : `${text}\n${link}`))];
  }
  const isCaption = hasCaption(fileType) && !cutText(comment, maxCaptionLength).cut;
  const file: MessagePart = {
    kind: "file",
    type: fileType,
    caption: isCaption ? comment : "",
    fileName,
    isVoice: media.type === "voice",
  };
  return isCaption || comment === "" ? [file] : [file, toPart(buildText(comment))];
}

/** `uploadType`: MIME type of the upload. The service takes only OGG as voice messages. */
export function buildFile(
  { type, caption, fileName, isVoice }: Extract<MessagePart, { kind: "file" }>,
  mediaId: string,
  uploadType: string,
): MessageContent {
  return {
    type,
    [type]: {
      id: mediaId,
      caption: caption || undefined,
      filename: type === "document" ? fileName : undefined,
      voice: isVoice && uploadType === "audio/ogg" ? true : undefined,
    },
  };
}

/**
 * Builds reply buttons or a list (WA-022). Returns null if there are no buttons or too many, which
 * arrive as numbered text.
 */
function buildButtons(title: string, buttons: readonly MessageButton[]): MessageContent | null {
  if (buttons.length === 0 || buttons.length > list.max) return null;
  const labels = buttons.map(({ text }) => (isBlank(text) ? "…" : text));
  const areReplies =
    buttons.length <= replyButtons.max &&
    labels.every((label) => !cutText(label, replyButtons.titleLength).cut) &&
    new Set(labels).size === labels.length &&
    !cutText(title, replyButtons.bodyLength).cut;
  const body = { text: isBlank(title) ? "…" : cutText(title, list.bodyLength).text };
  const action = areReplies
    ? {
        buttons: buttons.map(({ id }, n) => ({ type: "reply", reply: { id, title: labels[n] } })),
      }
    : {
        button: "☰",
        sections: [{ rows: buttons.map(({ id }, n) => buildRow(id, labels[n] ?? "", n)) }],
      };
  return {
    type: "interactive",
    interactive: { type: areReplies ? "button" : "list", body, action },
  };
}

/** Builds a row of a list. A long label is shortened, and repeated in the description. */
function buildRow(id: string, label: string, n: number) {
  if (!cutText(label, list.titleLength).cut) return { id, title: label };
  const title = `${n + 1}. ${label}`;
  return {
    id,
    title: `${cutText(title, list.titleLength - 1).text}…`,
    description: cutText(label, list.descriptionLength).text,
  };
}
