import type { Message, MessageReference } from "../../entity.ts";
import { cleanText, cutText, isBlank, toVisibleLine } from "../../text.ts";
import { toPlainText } from "./message-text.ts";

/** What a customer's message refers to, as the service of the channel reports it (CON-070). */
export interface ReferenceInput extends Omit<MessageReference, "seq"> {
  /** The message to which the customer refers, if Parlour has stored it. */
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
  place: { readonly chatId: number; readonly visitorId: number },
): MessageReference {
  const message = target?.visitorId === place.visitorId ? target.message : undefined;
  const title = toVisibleLine(product?.title ?? "", maxLabelLength);
  return {
    kind,
    ...(message?.chat_id === place.chatId ? { seq: message.seq } : {}),
    ...toText(text ?? (message === undefined ? "" : quoteText(message))),
    ...toAuthor(message?.author.name || (author ?? "")),
    ...(product === undefined
      ? {}
      : {
          product: {
            id: toVisibleLine(product.id, maxLabelLength),
            ...(title === "" ? {} : { title }),
          },
        }),
  };
}

/** Returns the text of a message without the address of its file, else the name of the file. */
const quoteText = (message: Message): string =>
  message.media === undefined
    ? toPlainText(message)
    : message.text || (message.media.file_name ?? "");

function toText(text: string): Pick<MessageReference, "text"> {
  const cut = cutText(cleanText(text).trim(), maxTextLength);
  return isBlank(cut.text) ? {} : { text: cut.cut ? `${cut.text}…` : cut.text };
}
function toAuthor(name: string): Pick<MessageReference, "author"> {
  const author = toVisibleLine(name, maxLabelLength);
  return author === "" ? {} : { author };
}
