import { splitText } from "../../../connectors/outbound/split-text.ts";
import { toPlainText, type MessageBody } from "../../../core/chat/message/message-text.ts";
import type { MessageButton, Reaction } from "../../../core/entity.ts";
import { cutText, isBlank } from "../../../core/text.ts";
import type { JsonObject } from "../../../http/body/json.ts";
import type { Product } from "../products.ts";
import type { AttachmentType } from "./files.ts";

/** A request that a message becomes. `labels`: those of quick replies. */
export type MessagePart =
  | { readonly kind: "text"; readonly text: string; readonly labels: readonly string[] }
  | { readonly kind: "file"; readonly type: AttachmentType }
  /** An action without a message: its fields. */
  | { readonly kind: "action"; readonly action: JsonObject };

/** Limits of quick replies. Longer labels are cut by the service. */
const maxQuickReplies = 13;
const maxLabelLength = 20;
/** Bytes of a UTF-16 unit in UTF-8 at most. */
const bytesOfUnit = 3;

/**
 * Converts a message to the requests that it becomes (ME-020 to ME-022). `attachment`: how the
 * service accepts its file, or null to send a link.
 */
export function buildParts(
  { maxText }: Product,
  message: MessageBody,
  attachment: AttachmentType | null,
): readonly MessagePart[] {
  const { buttons = [], title = "", text } = message;
  if (attachment !== null)
    return [{ kind: "file", type: attachment }, ...toTexts(maxText, isBlank(text) ? "" : text, [])];
  const labels = buttons.map(toLabel);
  if (labels.length === 0 || labels.length > maxQuickReplies)
    return toTexts(maxText, toPlainText(message) || "…", []);
  const isShort = labels.every((label) => !cutText(label, maxLabelLength).cut);
  const heading = isBlank(title) ? "…" : title;
  return isShort
    ? toTexts(maxText, heading, labels)
    : toTexts(
        maxText,
        [heading, ...labels.map((label, n) => `${n + 1}. ${label}`)].join("\n"),
        labels.map((label, n) => shorten(`${n + 1}. ${label}`)),
      );
}

/** Converts the reaction of the team to the action that sets it, or takes it back (ME-028). */
export function buildReaction(
  { reaction }: Product,
  { emoji }: Reaction,
  mid: string,
): MessagePart {
  const action =
    emoji === null
      ? { sender_action: "unreact", payload: { message_id: mid } }
      : { sender_action: "react", payload: { message_id: mid, reaction: reaction ?? emoji } };
  return { kind: "action", action };
}

const toLabel = ({ text }: MessageButton): string => (isBlank(text) ? "…" : text);
const shorten = (label: string): string =>
  cutText(label, maxLabelLength).cut ? `${cutText(label, maxLabelLength - 1).text}…` : label;

/** Splits a text. The last part has the quick replies. */
function toTexts(
  { units, bytes }: Product["maxText"],
  text: string,
  labels: readonly string[],
): readonly MessagePart[] {
  const max = Buffer.byteLength(text) <= bytes ? units : Math.floor(bytes / bytesOfUnit);
  const parts = splitText({ text, entities: [] }, max);
  return parts.map((part, n) => ({
    kind: "text",
    text: part.text,
    labels: n === parts.length - 1 ? labels : [],
  }));
}
