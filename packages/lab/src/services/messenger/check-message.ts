import { toObject } from "../../endpoints/received-request.ts";
import { GraphError } from "../meta/graph-error.ts";
import type { Fields, LabProduct } from "./types.ts";

const day = 24 * 3_600_000;
/** Subcodes of messages that are sent too late. */
const lateSubcodes = { messenger: 2_018_278, instagram: 2_534_022 };

export interface MessageContext {
  readonly product: LabProduct;
  /** Time since the customer's last message, in milliseconds. */
  readonly ageMs: number;
  readonly hasAttachment: (id: string) => boolean;
}

/** Throws GraphError as the Send API. */
export function checkMessage(body: Fields, context: MessageContext): void {
  checkWindow(body, context);
  const message = toObject(body["message"]);
  checkLength(message["metadata"] ?? "", "metadata", 1_000);
  const { text, attachment, quick_replies } = message;
  if ((text === undefined) === (attachment === undefined))
    throw new GraphError(100, "A message needs either a text or an attachment.");
  if (attachment === undefined) checkText(text, context.product);
  else checkAttachment(toObject(attachment), context.hasAttachment);
  const replies = Array.isArray(quick_replies) ? quick_replies.map(toObject) : [];
  if (replies.length > 13) throw new GraphError(100, "Too many quick replies.");
  for (const { content_type, title, payload } of replies) {
    if (content_type !== "text") throw new GraphError(100, "Unexpected content_type.");
    checkLength(title, "title", Infinity);
    checkLength(payload, "payload", 1_000);
  }
}

/** 24 hours for answers, and seven days for those of people. */
function checkWindow({ messaging_type, tag }: Fields, { product, ageMs }: MessageContext): void {
  const isTagged = messaging_type === "MESSAGE_TAG" && tag === "HUMAN_AGENT";
  if (messaging_type !== "RESPONSE" && !isTagged)
    throw new GraphError(100, "messaging_type is not valid.");
  if (ageMs > (isTagged ? 7 * day : day))
    throw new GraphError(10, "This message is sent outside of allowed window.", {
      subcode: lateSubcodes[product],
    });
}

function checkText(text: unknown, product: LabProduct): void {
  checkLength(text, "text", product === "messenger" ? 1_999 : 1_000);
  if (product === "instagram" && Buffer.byteLength(String(text)) > 1_000)
    throw new GraphError(100, "Length of param message[text] must be at most 1000 bytes.");
}

function checkAttachment({ type, payload }: Fields, hasAttachment: (id: string) => boolean): void {
  if (!["image", "video", "audio", "file"].includes(String(type)))
    throw new GraphError(100, "Unexpected type of attachment.");
  if (!hasAttachment(String(toObject(payload)["attachment_id"])))
    throw new GraphError(100, "The attachment does not exist.");
}

function checkLength(value: unknown, name: string, max: number): void {
  if (typeof value !== "string") throw new GraphError(100, `${name} is required.`);
  if (Array.from(value).length > max)
    throw new GraphError(100, `Length of param ${name} must be at most ${max}.`);
}
