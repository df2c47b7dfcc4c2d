import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { CommandContext } from "../../command.ts";
import type { Message, MessageReference } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, type Failure } from "../../failure.ts";
import { cleanText, cutText, isBlank, toVisibleLine } from "../../text.ts";
import { toPlainText } from "./message-text.ts";

/** What a customer's message refers to, as the service of the channel reports it (CON-070). */
export interface ReferenceInput extends Omit<MessageReference, "seq" | "id"> {
  /** The message to which the author refers, if Parlour has stored it. */
  readonly target?: { readonly visitorId: number; readonly message: Message };
}

/** Maximum length of the quoted text, of a name and of a product, in code points. */
const maxTextLength = 200;
const maxLabelLength = 255;

/**
 * Returns the reference of a message in a chat. The author of a stored message precedes the name
 * that the service gives. Text of the service precedes the stored text, because customers can quote
 * a part. A message of another visitor is not quoted.
 */
export function createReference(
  { kind, text, author, product, target }: ReferenceInput,
  chat: { readonly chatId: number; readonly visitorId: number },
): MessageReference {
  const message = target?.visitorId === chat.visitorId ? target.message : undefined;
  const title = toVisibleLine(product?.title ?? "", maxLabelLength);
  return {
    kind,
    ...toIds(message, chat.chatId),
    ...toText(text ?? (message === undefined ? "" : quoteText(message))),
    ...toAuthor(message?.author.name || (author ?? "")),
    ...omitAbsent({
      product: product && {
        id: toVisibleLine(product.id, maxLabelLength),
        ...omitAbsent({ title: title || undefined }),
      },
    }),
  };
}

/**
 * Returns what an operator's answer quotes (CORE-433): the message of the command. Fails if the
 * channel shows no quotes, or if the visitor does not know the message.
 */
export function createQuote(
  { message, visitor }: CommandContext,
  chat: ChatData,
): { readonly refers_to: MessageReference } | Failure {
  if (!getCapabilities(chat.channel.kind).quotes)
    return fail("not_supported", "Answers to this channel cannot quote a message.");
  if (message === undefined || visitor === null || !isQuotable(message))
    return fail("invalid_request", "The visitor has no such message.", { field: "quotes" });
  const target = { visitorId: visitor.id, message };
  return {
    refers_to: createReference(
      { kind: "message", target },
      { chatId: chat.id, visitorId: visitor.id },
    ),
  };
}

/** Whether the visitor knows the message, so that it can be quoted. */
export const isQuotable = ({ kind, author, hidden, erased, deleted_at }: Message): boolean =>
  kind !== "note" &&
  author.kind !== "system" &&
  hidden === undefined &&
  erased === undefined &&
  deleted_at === undefined;

/** Returns the text of a message without the address of its file, else the name of the file. */
const quoteText = (message: Message): string =>
  message.media === undefined
    ? toPlainText(message)
    : message.text || (message.media.file_name ?? "");

function toIds(
  message: Message | undefined,
  chatId: number,
): { readonly seq?: number; readonly id?: number } {
  if (message === undefined) return {};
  const { id, seq } = message;
  return message.chat_id === chatId ? { seq, id } : { id };
}
function toText(text: string): Partial<MessageReference> {
  const cut = cutText(cleanText(text).trim(), maxTextLength);
  return isBlank(cut.text) ? {} : { text: cut.cut ? `${cut.text}…` : cut.text };
}
function toAuthor(name: string): Partial<MessageReference> {
  const author = toVisibleLine(name, maxLabelLength);
  return author === "" ? {} : { author };
}
