import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { InboundReference } from "../../../connectors/inbound-message.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { describeContent } from "./describe-content.ts";
import { toInteger, toLabel, toName, toText } from "./values.ts";

/**
 * Parses what a message answers (TG-023): the quoted part, or else the message. It can be a message
 * of this chat, one of another chat, or a story. `toExternalId`: id of a message by its number.
 * Returns undefined if it answers nothing.
 */
export function parseReference(
  message: JsonObject,
  toExternalId: (messageNumber: number) => string,
): InboundReference | undefined {
  const { reply_to_message, external_reply, reply_to_story } = message;
  const quote = toText(toJsonObject(message["quote"])["text"]);
  if (reply_to_message !== undefined)
    return parseReply(toJsonObject(reply_to_message), quote, toExternalId);
  if (external_reply !== undefined) {
    const { origin, ...content } = toJsonObject(external_reply);
    return createReference(quote || describeContent(content, true), readOrigin(origin));
  }
  if (reply_to_story !== undefined)
    return createReference(
      describeContent({ story: reply_to_story }, true),
      readPerson(toJsonObject(reply_to_story)["chat"]),
    );
  return quote === "" ? undefined : createReference(quote, "");
}

function parseReply(
  reply: JsonObject,
  quote: string,
  toExternalId: (messageNumber: number) => string,
): InboundReference {
  const messageNumber = toInteger(reply["message_id"]) ?? 0;
  const text = quote || toText(reply["text"]) || toText(reply["caption"]);
  return {
    ...createReference(text, readPerson(reply["from"])),
    ...omitAbsent({ externalId: messageNumber > 0 ? toExternalId(messageNumber) : undefined }),
  };
}

const createReference = (text: string, author: string): InboundReference => ({
  kind: "message",
  ...omitAbsent({ text: text || undefined, author: author || undefined }),
});

function readOrigin(value: unknown): string {
  const origin = toJsonObject(value);
  return (
    readPerson(origin["sender_user"]) ||
    toLabel(origin, "sender_user_name") ||
    readPerson(origin["sender_chat"]) ||
    readPerson(origin["chat"])
  );
}
function readPerson(value: unknown): string {
  const person = toJsonObject(value);
  return [toLabel(person, "title"), toName(person)].filter(Boolean).join(" ");
}
