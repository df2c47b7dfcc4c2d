import { omitFields } from "@parlour/protocol/omit-fields";
import type { Decision } from "../../../command.ts";
import type { ChangeState, EarlierText, Message } from "../../../entity.ts";
import type { ChangeDelivery, ChatData } from "../../../event.ts";
import { formatTime } from "../../create.ts";
import { withoutDelivery, withReadMarks } from "../read-receipt.ts";

/** Maximum of earlier texts of a message: the original and the latest others (CORE-284). */
export const maxEarlierTexts = 10;

/** Returns the message with a new text since `at`. Its present content becomes an earlier text. */
export function replaceText(message: Message, text: string, at: string): Message {
  return {
    ...omitFields(message, "cut", "original"),
    text,
    edited_at: at,
    earlier: addEarlier(message),
  };
}

/**
 * Returns the message without text and media. They become an earlier text. `at`: when it was
 * deleted, in milliseconds since 1970.
 */
export function deleteContent(message: Message, at: number): Message {
  const time = formatTime(Math.max(at, Date.parse(message.edited_at ?? message.created_at)));
  return {
    ...omitFields(message, "cut", "media", "original"),
    kind: message.kind === "note" ? "note" : "text",
    text: "",
    edited_at: time,
    earlier: addEarlier(message),
    deleted_at: time,
  };
}

/**
 * Returns the decision that stores a changed message of the chat. Its read marks stay.
 * `startsDelivery`: the delivery with which a service makes the change (CORE-430).
 */
export function createChange(
  chat: ChatData,
  changed: Message,
  startsDelivery?: ChangeDelivery,
): Decision<Message> {
  const marks = chat.visitor_read;
  const current = withoutDelivery(changed);
  const message = marks === undefined ? current : withReadMarks(current, marks);
  return {
    events: [{ name: "message_updated", message, chat, edited: true, startsDelivery }],
    answer: message,
  };
}

/** Returns the state of a change that its service must make with this delivery (CORE-430). */
export const createPendingChange = (delivery_id: number, at: string): ChangeState => ({
  delivery_id,
  state: "pending",
  at,
  error: null,
});

/** Returns whether the content of the message, or its visitor, was erased (CORE-115, CORE-116). */
export function isErased(
  message: Message,
  visitor: { readonly erased?: true } | undefined,
): boolean {
  return message.erased === true || visitor?.erased === true;
}

/** Returns the earlier texts of the message with its current one, of which some may be left out. */
function addEarlier(message: Message): EarlierText[] {
  const { text, media, earlier = [] } = message;
  const at = message.edited_at ?? message.created_at;
  const all = [...earlier, media === undefined ? { text, at } : { text, media, at }];
  return all.length > maxEarlierTexts ? [...all.slice(0, 1), ...all.slice(2)] : all;
}
